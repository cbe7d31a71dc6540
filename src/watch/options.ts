import { ALERT_OPTIONS } from "../alerts/deliver.js";
import { RULES_OPTION } from "../alerts/rule.js";
import type { ValueKind } from "../base/value-kind.js";
import type { OptionsData, OptionsOf } from "../run/option.js";
import { VIEWS } from "../run/output-options.js";
import { FILTER_OPTIONS } from "../run/screen/position-filters.js";
import { DURATION, oneOf } from "../run/settings/kinds.js";

/** The service requests sparing use. */
const SHORTEST_INTERVAL_MS = 5_000;
export const DEFAULT_INTERVAL_MS = 30_000;

/** Milliseconds between two rounds. */
export const INTERVAL: ValueKind<number> = {
  parse(text) {
    const ms = DURATION.parse(text);
    return ms !== undefined && ms >= SHORTEST_INTERVAL_MS ? ms : undefined;
  },
  allowed: "a time from 5s to 24h",
  hint: "the service requests sparing use: 30s, 1m and 15m are good intervals",
  choices: ["10s", "30s", "1m", "5m"],
};

/** Options of a watch of the open positions, besides its interval. */
export const WATCH_OPTIONS = {
  ...FILTER_OPTIONS,
  view: {
    kind: oneOf(VIEWS),
    value: "name",
    help: "the first page: now (default), pnl, funding, risk or next",
  },
  once: { kind: "flag", help: "print the first frame and end, also in a pipe" },
  ...ALERT_OPTIONS,
  ...RULES_OPTION,
} as const satisfies OptionsData;

export type WatchOptions = OptionsOf<typeof WATCH_OPTIONS>;
