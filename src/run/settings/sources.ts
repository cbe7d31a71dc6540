import type { Io } from "../../base/terminal/io.js";
import type { ValueKind } from "../../base/value-kind.js";
import type { Messages } from "../../output/text/messages.js";
import { SANDBOX_PORTFOLIOS } from "../../sandbox/scenarios.js";
import type { ConfigAccess } from "./config-access.js";
import { ConfigError, InvalidSettingError } from "./errors.js";
import { oneOf, type SettingRow, wholeNumber } from "./kinds.js";
import { checkProfileName, profileOf, SANDBOX_PROFILE } from "./profile-name.js";
import {
  type NamedKey,
  SETTING_NAMES,
  SETTINGS,
  type SettingName,
  type SettingValue,
  settingRow,
} from "./table.js";

/** Source of a setting's value. */
export type Origin = "option" | "environment" | "profile" | "default";

export interface Setting<T> {
  readonly value: T;
  readonly origin: Origin;
}

/** A setting as text, before it is parsed. */
export interface Written {
  readonly text: string;
  readonly origin: Origin;
  /** The option, variable or profile key; undefined for a default. */
  readonly where: string | undefined;
}

/** Settings given as options, as text. */
export type TypedSettings = Readonly<Partial<Record<SettingName, string>>>;

/** Sources of settings, in order of precedence. */
export interface Sources {
  readonly options: TypedSettings;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly profile: Profile;
  /** Name of the profile, for messages. */
  readonly profileName: string | undefined;
  /** Profile in use when none is named. */
  readonly current?: string | undefined;
}

/** Finds a setting as text: option, then environment, then profile, then default. */
export function locate(name: SettingName, sources: Sources): Written | undefined {
  const { env, fallback } = settingRow(name);
  const typed = sources.options[name];
  if (typed !== undefined) return { text: typed, origin: "option", where: `--${name}` };
  const variable = env === undefined ? undefined : sources.env[env];
  if (variable !== undefined && variable !== "") {
    return { text: variable, origin: "environment", where: env };
  }
  const stored = sources.profile[name];
  if (stored !== undefined) return { text: stored, origin: "profile", where: name };
  return fallback === undefined
    ? undefined
    : { text: fallback, origin: "default", where: undefined };
}

/**
 * Parses a setting's value.
 * @param where the option, variable or profile key with the value
 * @throws {InvalidSettingError} when the value is invalid
 */
export function readSetting<N extends SettingName>(
  name: N,
  text: string,
  where: string,
): SettingValue<N> {
  const row = SETTINGS[name] as SettingRow<SettingValue<N>>;
  const value = row.parse(text);
  if (value !== undefined) return value;
  throw new InvalidSettingError(where, withoutSecret(name, text), row.allowed);
}

/** Returns a value as messages may show it. */
export function withoutSecret(name: SettingName, text: string): string {
  return settingRow(name).hideSecret?.(text) ?? text;
}

/**
 * Looks up a setting: option, environment, profile, default. An empty variable counts as unset.
 * @returns undefined when it is not set
 * @throws {InvalidSettingError} for an option or variable with an invalid value
 * @throws {ConfigError} for a profile with an invalid value
 */
export function lookUp<N extends SettingName>(
  name: N,
  sources: Sources,
): Setting<SettingValue<N>> | undefined {
  const written = locate(name, sources);
  if (written === undefined) return undefined;
  const { text, origin, where = name } = written;
  try {
    return { value: readSetting(name, text, where), origin };
  } catch (error) {
    if (origin !== "profile" || !(error instanceof InvalidSettingError)) throw error;
    throw new ConfigError(
      `profile "${sources.profileName}": ${error.message}`,
      `correct it: carry profile set ${where} <value> --profile ${sources.profileName}`,
    );
  }
}

/** Key of a profile. */
export type ProfileKey = SettingName | "api-key" | NamedKey;

/** Every key of a profile, the API key first. */
export const PROFILE_KEYS: readonly Exclude<ProfileKey, NamedKey>[] = ["api-key", ...SETTING_NAMES];

/** A profile: every value as text, as it was set. */
export type Profile = { readonly [K in Exclude<ProfileKey, NamedKey>]?: string | undefined };

/** Functions that end what was started for the command. */
export type Closers = (() => Promise<void>)[];

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
  const config = await search.config.read();
  const profileName = named ?? config.current;
  const profile: Profile = profileName === undefined ? {} : profileOf(config, profileName);
  if (profile["api-key"] !== undefined) io.secrets.add(profile["api-key"]);
  const { current } = config;
  return { options: typed, env: io.env, profile, profileName, current };
}

/** Returns the name of the requested profile; undefined for the one in use. @throws {InvalidSettingError} */
export function namedProfile(io: Io, option: string | undefined): string | undefined {
  if (option !== undefined) return checkProfileName(option, "--profile");
  const { CARRY_PROFILE } = io.env;
  return CARRY_PROFILE ? checkProfileName(CARRY_PROFILE, "CARRY_PROFILE") : undefined;
}

async function startSandboxProfile({ io, messages, closers }: Search): Promise<Profile> {
  const { startSandbox } = await import("../../sandbox/server.js");
  const { SCENARIO_NAMES } = await import("../../sandbox/scenarios.js");
  const portfolios = wholeNumber(1, SANDBOX_PORTFOLIOS.length);
  const variable = "CARRY_SANDBOX_SCENARIO";
  const named = (io.env[variable] ?? "").split(",").map((it) => it.trim());
  const sandbox = await startSandbox({
    now: io.clock.now,
    scenarios: named.flatMap(
      (name) => variableIn({ [variable]: name }, variable, oneOf(SCENARIO_NAMES)) ?? [],
    ),
    portfolios: variableIn(io.env, "CARRY_SANDBOX_PORTFOLIOS", portfolios),
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

/** Returns the value of a variable that is no setting; undefined if it is unset or empty. @throws {InvalidSettingError} */
export function variableIn<T>(
  env: Sources["env"],
  name: string,
  kind: ValueKind<T>,
): T | undefined {
  const text = env[name];
  if (!text) return undefined;
  const value = kind.parse(text);
  if (value === undefined) throw new InvalidSettingError(name, text, kind.allowed);
  return value;
}

/** Returns the environment without the variables that provide a key. */
export function withoutKey(env: Sources["env"]): Sources["env"] {
  const { CARRY_API_KEY, CARRY_API_KEY_FILE, ...rest } = env;
  return rest;
}

/** Returns the environment without key, base URL and portfolio, so that a profile's own are used. */
export function withoutService(env: Sources["env"]): Sources["env"] {
  const { CARRY_BASE_URL, CARRY_PORTFOLIO, ...rest } = withoutKey(env);
  return rest;
}
