import type { Io } from "../../base/terminal/io.js";
import type { Clock } from "../../base/time/clock.js";
import { parseMoment } from "../../base/time/moment.js";
import type { ValueKind } from "../../base/value-kind.js";
import { isLoopback } from "../../client/base-url.js";
import { SWITCH } from "./kinds.js";
import { SANDBOX_PROFILE } from "./profile-name.js";
import { namedProfile, type TypedSettings, variableIn } from "./sources.js";

/** Variables that set the time of a sandbox: when it begins, and whether it stands. */
const TIME_VARIABLES = ["CARRY_SANDBOX_AT", "CARRY_SANDBOX_FREEZE"] as const;

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

/** The `Io` of a command, with the clock that it runs by. */
export interface Clocked {
  readonly io: Io;
  /** Why the time that the variables set is ignored. */
  readonly ignored?: string;
}

/**
 * Sets the clock of a command to the time of CARRY_SANDBOX_AT and CARRY_SANDBOX_FREEZE, if its service
 * is a sandbox: the built-in profile's, or one at a loopback address of an option or a variable.
 * @param profile `--profile`
 * @throws {InvalidSettingError} for an invalid value of one of the two
 */
export function withSandboxClock(
  io: Io,
  profile: string | undefined,
  typed: TypedSettings,
): Clocked {
  const clock = sandboxClock(io.clock, sandboxTimeIn(io.env));
  if (clock === undefined) return { io };
  const isBuiltIn = namedProfile(io, profile) === SANDBOX_PROFILE;
  const url = typed["base-url"] ?? (isBuiltIn ? undefined : io.env.CARRY_BASE_URL);
  const isSandbox = url ? URL.canParse(url) && isLoopback(new URL(url)) : isBuiltIn;
  if (isSandbox) return { io: { ...io, clock } };
  const names = TIME_VARIABLES.filter((name) => io.env[name]);
  return {
    io,
    ignored: `${names.join(" and ")} ${names.length === 1 ? "is" : "are"} ignored: the time of a sandbox counts for --profile sandbox, and where --base-url or CARRY_BASE_URL is a loopback address`,
  };
}
