import type { Messages } from "../output/text/messages.js";
import { SANDBOX_PORTFOLIOS } from "../sandbox/portfolios.js";
import type { Io } from "../terminal/io.js";
import type { ConfigAccess } from "./config-access.js";
import type { InvalidSettingError } from "./errors.js";
import { withoutService } from "./key-place.js";
import { oneOf, wholeNumber } from "./kinds.js";
import { checkProfileName, profileOf, SANDBOX_PROFILE } from "./profile-name.js";
import { parsed } from "./sandbox-time.js";
import type { Profile, Sources, TypedSettings } from "./sources.js";
import type { ConfigFile } from "./store.js";

/** Functions that end what was started for the command. */
export type Closers = (() => Promise<void>)[];

const EMPTY_CONFIG: ConfigFile = { version: 1, profiles: {} };

interface Search {
  readonly io: Io;
  readonly messages: Messages;
  readonly config: ConfigAccess;
  /** `--profile`. */
  readonly profileOption: string | undefined;
  readonly typed: TypedSettings;
  readonly closers: Closers;
}

/**
 * Returns the sources of this command's settings: options, environment, and the profile in use.
 * @throws {UnknownProfileError} when the named profile does not exist
 * @throws {ConfigError} {@link InvalidSettingError}
 */
export async function findSources(search: Search): Promise<Sources> {
  const { io, typed } = search;
  const named = namedProfile(io, search.profileOption);
  if (named === SANDBOX_PROFILE) {
    return {
      options: typed,
      env: withoutService(io.env), // the sandbox is its own service
      profile: await startSandboxProfile(search),
      profileName: SANDBOX_PROFILE,
    };
  }
  const { config, missing } = await readConfig(search, named);
  const profileName = named ?? config.current;
  const profile: Profile = profileName === undefined ? {} : profileOf(config, profileName);
  if (profile["api-key"] !== undefined) io.secrets.add(profile["api-key"]);
  const { current } = config;
  return { options: typed, env: io.env, profile, profileName, current, missing };
}

/**
 * Reads the configuration. When its path is not accessible, as with another user's HOME, options and
 * environment may be enough, so this is an error only if a profile was named.
 */
async function readConfig({ config, messages }: Search, named: string | undefined) {
  try {
    return { config: await config.read() };
  } catch (error) {
    const { UnreachableConfigError } = await import("./errors.js");
    if (named !== undefined || !(error instanceof UnreachableConfigError)) throw error;
    messages.detail(`${error.message}; using only options and environment`);
    return { config: EMPTY_CONFIG, missing: error };
  }
}

/** Returns the name of the requested profile; undefined for the one in use. @throws {InvalidSettingError} */
export function namedProfile(io: Io, option: string | undefined): string | undefined {
  if (option !== undefined) return checkProfileName(option, "--profile");
  const { CARRY_PROFILE } = io.env;
  return CARRY_PROFILE ? checkProfileName(CARRY_PROFILE, "CARRY_PROFILE") : undefined;
}

async function startSandboxProfile({ io, messages, closers }: Search): Promise<Profile> {
  const { startSandbox } = await import("../sandbox/server.js");
  const { SCENARIO_NAMES } = await import("../sandbox/scenarios.js");
  const { CARRY_SANDBOX_SCENARIO: names = "", CARRY_SANDBOX_PORTFOLIOS: number } = io.env;
  const sandbox = await startSandbox({
    now: io.clock.now,
    scenarios: names
      .split(",")
      .flatMap((it) => parsed("CARRY_SANDBOX_SCENARIO", it.trim(), oneOf(SCENARIO_NAMES)) ?? []),
    portfolios: parsed(
      "CARRY_SANDBOX_PORTFOLIOS",
      number,
      wholeNumber(1, SANDBOX_PORTFOLIOS.length),
    ),
  });
  closers.push(() => sandbox.close());
  messages.note("SANDBOX", `the sandbox serves made-up data at ${sandbox.url} for this command`);
  return {
    "base-url": sandbox.url,
    "api-key": sandbox.apiKey,
    portfolio: sandbox.portfolioId,
    ...Object.fromEntries(sandbox.portfolios.map(({ name, id }) => [`portfolios.${name}`, id])),
  };
}
