import type { Io } from "../base/terminal/io.js";
import { isLoopback } from "../client/base-url.js";
import { createMessages } from "../output/text/messages.js";
import { createConfigAccess } from "./settings/config-access.js";
import { SANDBOX_PROFILE } from "./settings/profile-name.js";
import { sandboxClock, sandboxTimeIn, TIME_VARIABLES } from "./settings/sandbox-time.js";
import {
  findSources,
  lookUp,
  namedProfile,
  type Sources,
  type TypedSettings,
} from "./settings/sources.js";

/** The `Io` of a command, with the clock that it runs by. */
export interface Clocked {
  readonly io: Io;
  /** Why the time that the variables set is ignored. */
  readonly ignored?: string;
}

/**
 * Sets the clock of a command to the time of CARRY_SANDBOX_AT and CARRY_SANDBOX_FREEZE, if its service
 * is a sandbox: the built-in profile's, or one at a loopback address.
 * @param profile `--profile`
 * @throws {InvalidSettingError} for an invalid value of one of the two
 */
export async function withSandboxClock(
  io: Io,
  profile: string | undefined,
  typed: TypedSettings,
): Promise<Clocked> {
  const clock = sandboxClock(io.clock, sandboxTimeIn(io.env));
  if (clock === undefined) return { io };
  const elsewhere = await serviceElsewhere(io, profile, typed);
  if (elsewhere === undefined) return { io: { ...io, clock } };
  const names = TIME_VARIABLES.filter((name) => io.env[name]);
  return {
    io,
    ignored: `${names.join(" and ")} ${names.length === 1 ? "is" : "are"} ignored: the time of a sandbox counts for --profile sandbox and for loopback base URLs, and ${elsewhere}`,
  };
}

/** Returns which service is used, for a message; undefined for a sandbox. */
async function serviceElsewhere(
  io: Io,
  profile: string | undefined,
  typed: TypedSettings,
): Promise<string | undefined> {
  const isSilent = { quiet: true, verbose: false, color: false, asJson: async () => false };
  const messages = createMessages(io.stderr, isSilent);
  try {
    const config = createConfigAccess(io, messages);
    const search = { io, messages, config, profileOption: profile, typed, closers: [] };
    const isBuiltIn = namedProfile(io, profile) === SANDBOX_PROFILE;
    const sources: Sources = isBuiltIn
      ? { options: typed, env: {}, profile: {}, profileName: SANDBOX_PROFILE }
      : await findSources(search);
    const urls = (["base-url", "public-base-url"] as const).flatMap(
      (name) => lookUp(name, sources)?.value ?? [],
    );
    if (urls.length === 0) return isBuiltIn ? undefined : "no base URL is set";
    const other = urls.map((url) => new URL(url)).find((url) => !isLoopback(url));
    return other && `the base URL is ${other.origin}`;
  } catch {
    return "the base URL is unknown"; // the command reports why, if it needs it
  }
}
