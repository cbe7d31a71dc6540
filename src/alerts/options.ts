import { readDuration, UNIT_MS } from "../base/time/duration.js";
import { DAY_MS } from "../base/time/periods.js";
import type { ValueKind } from "../base/value-kind.js";
import { TEXT } from "../command/kinds.js";
import type { OptionsData } from "../command/option.js";

const LONGEST_MS = 30 * DAY_MS;

/** Milliseconds for which a problem lasts. */
const SPAN: ValueKind<number> = {
  parse(text) {
    const read = readDuration(text, ["s", "m", "h", "d"]);
    const ms = read && Math.round(read.amount * UNIT_MS[read.unit ?? "s"]);
    return ms !== undefined && ms <= LONGEST_MS ? ms : undefined;
  },
  allowed: "a time up to 30d",
  hint: "such as 90s, 5m, 2h, 1d",
  choices: ["5m", "15m", "1h", "4h"],
};

/** Options of commands that report alerts. */
export const ALERT_OPTIONS = {
  onAlert: {
    kind: TEXT,
    value: "command",
    help: "run this command for each event (alert, resolved, blind): a line of JSON on stdin, and CARRY_* variables; each is delivered once it ends with 0, else again in the next round, also across restarts",
  },
  for: {
    kind: SPAN,
    value: "duration",
    help: "alert once it has lasted this long, such as 5m; a rule's own takes precedence",
  },
} as const satisfies OptionsData;
