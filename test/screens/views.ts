import { NOW } from "../support/now.js";
import {
  DAY,
  HOUR,
  type RecordedSandbox,
  recordedSandboxForFile,
  timesBetween,
} from "../support/recorded-sandbox.js";

/** Command lines by the names of their stored screens. */
type Views = Readonly<Record<string, string>>;

/** Views of a sandbox of 24 positions. */
export const PRESENT: Views = {
  list: "list",
  "list-pnl": "list --view pnl",
  "list-funding": "list --view funding",
  "list-risk": "list --view risk",
  "list-next": "list --view next",
  "list-legs": "list --legs",
  "list-by-asset": "list --by asset",
  "list-by-exchange": "list --by exchange",
  "list-why": "list --why",
  get: "get 0de7",
  "get-all": "get 0de7 --all",
  "positions-rotate": "positions rotate --all --fee 2bps",
  status: "status",
  "funding-history": "funding history 1 5 --start 1d",
  "funding-arbitrage": "funding arbitrage",
  "funding-chart": "funding history 1 --start 7d --chart",
  "funding-chart-several": "funding history 1 4 9 --start 30d --chart",
  "funding-compare": "funding compare 1 4",
  "funding-compare-chart": "funding compare 1 4 --start 14d --chart",
  "funding-rank": "funding rank BTC SOL",
  "funding-rank-grid": "funding rank BTC SOL XAU --grid",
  assets: "assets",
};

/** Views of what {@link recordedForFile} has recorded. */
export const PAST: Views = {
  "positions-pnl-by-look": "positions pnl --by look --start 3d",
  "positions-pnl-by-event": "positions pnl --by event --start 12h -q",
  "positions-pnl": "positions pnl",
  "positions-pnl-chart": "positions pnl --chart",
  "get-check": "get ac69 47de 7572 --check -q",
  "positions-pnl-by-asset": "positions pnl --by asset",
};

/* Every six hours, with a day and a half that was not recorded; the last look was in the morning. */
const TIMES = timesBetween(NOW - 10 * DAY, NOW - 6 * HOUR, 6 * HOUR).filter(
  (_, n) => n < 13 || n > 18,
);

/** Records ten days of the sandbox before the tests of a file. */
export function recordedForFile(): () => RecordedSandbox {
  return recordedSandboxForFile(TIMES, { seed: 1, positions: 24, end: NOW });
}
