import { ConfigError, InvalidSettingError } from "./errors.js";
import type { NamedKey } from "./named.js";
import type { SettingRow } from "./row.js";
import {
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
  /** Why the configuration is not accessible; it may contain a setting that is missing. */
  readonly missing?: Error | undefined;
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
