import type { Io } from "../../base/terminal/io.js";
import type { Clock } from "../../base/time/clock.js";
import { parseMoment } from "../../base/time/moment.js";
import type { ValueKind } from "../../base/value-kind.js";
import { SWITCH } from "./kinds.js";
import { variableIn } from "./sources.js";

/** Variables that set the time of a sandbox: when it begins, and whether it stands. */
export const TIME_VARIABLES = ["CARRY_SANDBOX_AT", "CARRY_SANDBOX_FREEZE"] as const;

/** A time at which a clock can be set, as text for {@link parseMoment}. */
export const MOMENT: ValueKind<string> = {
  parse: (text) => (parseMoment(text, 0) === undefined ? undefined : text),
  allowed: "a time such as 2026-01-31, 2026-01-31T08:00:00Z, now, today or yesterday",
  choices: ["now", "today", "yesterday"],
};

/** Time of a sandbox, set by options or variables. */
export interface SandboxTime {
  /** When it begins; the computer's time when undefined. */
  readonly at?: string | undefined;
  /** Whether it stands. */
  readonly freeze?: boolean | undefined;
}

/**
 * Returns the time that options set, else the variables; an empty one counts as unset.
 * @throws {InvalidSettingError} for the value of a variable
 */
export function sandboxTimeIn(env: Io["env"], given: SandboxTime = {}): SandboxTime {
  const [at, freeze] = TIME_VARIABLES;
  return {
    at: given.at ?? variableIn(env, at, MOMENT),
    freeze: given.freeze ?? variableIn(env, freeze, SWITCH),
  };
}

/** Returns a clock with the time of a sandbox that begins now; undefined if no time is set. */
export function sandboxClock(clock: Clock, { at, freeze }: SandboxTime): Clock | undefined {
  if (at === undefined && freeze !== true) return undefined;
  const start = parseMoment(at ?? "now", clock.now()) ?? clock.now();
  const begun = clock.elapsed();
  const now = freeze === true ? () => start : () => start + clock.elapsed() - begun;
  return { ...clock, now, ofComputer: clock.now };
}
