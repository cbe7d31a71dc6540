import { describe, it } from "vitest";
import { NOW } from "../support/now.js";
import { DAY, HOUR, recordedSandboxForFile, timesBetween } from "../support/recorded-sandbox.js";
import { hasTmux } from "../support/tmux.js";
import { checkScreen, screensOf } from "./kinds.js";

/* Every six hours, with a day and a half that was not recorded; the last look was in the morning. */
const TIMES = timesBetween(NOW - 10 * DAY, NOW - 6 * HOUR, 6 * HOUR).filter(
  (_, n) => n < 13 || n > 18,
);

const recorded = recordedSandboxForFile(TIMES, { seed: 1, positions: 24, end: NOW });

/** Screens, by the names of their files. */
const SCREENS = screensOf({
  "positions-changes": "positions changes --since yesterday",
  "positions-changes-look": "positions changes",
  "positions-history": "positions history",
  "positions-history-chart": "positions history --chart",
  "positions-pnl": "positions pnl",
  "positions-pnl-chart": "positions pnl --chart",
  "positions-funding-chart": "positions funding ac69 --chart -q",
  "positions-reconcile": "positions reconcile ac69 47de 7572 -q",
  "positions-pnl-by-asset": "positions pnl --by asset",
  "positions-ledger": "positions ledger --start yesterday",
});

describe.runIf(hasTmux())("on a real terminal", () => {
  it.concurrent.for(SCREENS)("carry $line is $file", (screen, { expect }) =>
    checkScreen(screen, recorded().env, expect),
  );
});
