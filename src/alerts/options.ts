import { SEVERITIES } from "../base/severity.js";
import { readDuration, UNIT_MS } from "../base/time/duration.js";
import { DAY_MS } from "../base/time/periods.js";
import type { ValueKind } from "../base/value-kind.js";
import { TEXT } from "../command/kinds.js";
import type { OptionData, OptionsData, OptionsOf } from "../command/option.js";
import { oneOf } from "../settings/kinds.js";
import type { Dampers } from "./finding.js";

const LONGEST_MS = 30 * DAY_MS;

/** Milliseconds for which a problem lasts, or between two alerts. */
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
    help: "run this command for each event (alert, resolved, blind, heartbeat): a line of JSON on stdin, and CARRY_* variables; each is delivered once, also across restarts",
  },
  for: {
    kind: SPAN,
    value: "duration",
    help: "alert once it has lasted this long, such as 5m",
  },
  cooldown: {
    kind: SPAN,
    value: "duration",
    help: "at least this long between two alerts of a rule for a position, such as 4h",
  },
} as const satisfies OptionsData;

/** `--fail-on`: the least severity that counts for the exit code. */
export const FAIL_ON = {
  kind: oneOf(SEVERITIES.toReversed()),
  value: "severity",
  help: "exit with 10 or 11 only for what is at least this serious: critical, warning or info (the default)",
} as const satisfies OptionData;

export type AlertOptions = OptionsOf<typeof ALERT_OPTIONS>;

export function dampersOf({ for: forMs, cooldown }: AlertOptions): Dampers {
  return { forMs: forMs ?? 0, cooldownMs: cooldown ?? 0 };
}
