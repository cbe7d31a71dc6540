import { configDirectory } from "./config/directory.js";
import { UnknownProfileError } from "./config/errors.js";
import type { Profile } from "./config/profile.js";
import type { SettingName, Sources } from "./config/settings.js";
import type { Messages } from "./output/messages.js";
import type { Io } from "./terminal/io.js";

/** The profile that needs no configuration: it brings its own service. */
export const SANDBOX_PROFILE = "sandbox";

/** Ends what was started for the command. */
export type Closers = (() => Promise<void>)[];

interface Search {
  readonly io: Io;
  readonly messages: Messages;
  /** `--profile`. */
  readonly profileOption: string | undefined;
  /** The settings that were given as options. */
  readonly typed: Readonly<Partial<Record<SettingName, string>>>;
  readonly closers: Closers;
}

/** Where this command's settings come from: options, environment, and the profile in use. */
export async function findSources(search: Search): Promise<Sources> {
  const { io, typed } = search;
  const named = search.profileOption ?? (io.env.CARRY_PROFILE || undefined);
  if (named === SANDBOX_PROFILE) {
    return {
      options: typed,
      env: withoutService(io.env),
      profile: await startSandboxProfile(search),
      profileName: SANDBOX_PROFILE,
    };
  }
  return { options: typed, env: io.env, ...(await readProfile(io, named)) };
}

/** The key for calls that need one; undefined when there is none. */
export async function findApiKey({ env, profile }: Sources): Promise<string | undefined> {
  return env.CARRY_API_KEY || profile["api-key"];
}

async function startSandboxProfile({ io, messages, closers }: Search): Promise<Profile> {
  const { startSandbox } = await import("./sandbox/server.js");
  const sandbox = await startSandbox({ now: io.clock.now });
  closers.push(() => sandbox.close());
  messages.note(`the sandbox serves made-up data at ${sandbox.url} for this command`);
  return {
    "base-url": sandbox.url,
    "api-key": sandbox.apiKey,
    portfolio: sandbox.portfolioId,
  };
}

async function readProfile(
  io: Io,
  named: string | undefined,
): Promise<{ profile: Profile; profileName: string | undefined }> {
  const { readConfig } = await import("./config/store.js");
  const config = readConfig(configDirectory(io.env, process.platform));
  const profileName = named ?? config.current;
  if (profileName === undefined) return { profile: {}, profileName };
  const profile = Object.hasOwn(config.profiles, profileName)
    ? config.profiles[profileName]
    : undefined;
  if (profile === undefined)
    throw new UnknownProfileError(profileName, Object.keys(config.profiles));
  return { profile, profileName };
}

/** The sandbox is its own service: what the environment says of another one does not apply. */
function withoutService(env: Io["env"]): Io["env"] {
  const { CARRY_BASE_URL, CARRY_API_KEY, CARRY_PORTFOLIO, ...rest } = env;
  return rest;
}
