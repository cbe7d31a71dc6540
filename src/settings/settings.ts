import { ALL_CODES } from "../base/reason-codes.js";
import { splitCommandLine } from "./command-line.js";
import { ConfigError, InvalidSettingError } from "./errors.js";
import { parseAmountLimit, parseIgnored, parsePercentLimit } from "./limits.js";
import type { Profile } from "./profile.js";
import {
  hideCredentials,
  OUTPUT_FORMATS,
  type OutputFormat,
  type Parse,
  parseDuration,
  parseOneOf,
  parseRangeParams,
  parseSwitch,
  parseUrl,
  parseUuid,
  parseWholeNumber,
} from "./values.js";

/** Which of the four places a setting's value came from. */
export type Origin = "option" | "environment" | "profile" | "default";

export interface Setting<T> {
  readonly value: T;
  readonly origin: Origin;
}

/** A setting as it was written, before it is read. */
export interface Written {
  readonly text: string;
  readonly origin: Origin;
  /** The option, variable or profile key; undefined for a default. */
  readonly where: string | undefined;
}

/** One setting: where it can be set, what it can be. */
interface Definition<T> {
  readonly option?: string;
  readonly env?: string;
  readonly key?: keyof Profile;
  readonly parse: Parse<T>;
  /** What it can be, as the end of "… is not". */
  readonly allowed: string;
  /** What holds where it is set nowhere. */
  readonly fallback?: string;
  /** What may be told of a value that may hold a secret; the whole of it where omitted. */
  readonly hideSecret?: (text: string) => string;
}

const define = <T>(definition: Definition<T>): Definition<T> => definition;

const A_URL = {
  parse: parseUrl,
  allowed: "a URL such as https://api.example.com",
  hideSecret: hideCredentials,
};

const AN_AMOUNT = {
  parse: parseAmountLimit,
  allowed: "an amount of USD such as 12 or 12usd, or a part of the notional such as 0.5% or 1bp",
};

const A_DURATION = { parse: parseDuration, allowed: "a duration such as 30s, 5m or 2h" };

/** Every setting that can be written as text: its names, its values. */
export const SETTINGS = {
  baseUrl: define({
    option: "--base-url",
    env: "CARRY_BASE_URL",
    key: "base-url",
    ...A_URL,
  }),
  publicBaseUrl: define({ key: "public-base-url", ...A_URL }),
  apiKeyCommand: define({
    key: "api-key-command",
    parse: splitCommandLine,
    allowed: "a command such as `pass show carry`, with its quotes closed",
    hideSecret: () => "****",
  }),
  portfolio: define({
    option: "--portfolio",
    env: "CARRY_PORTFOLIO",
    key: "portfolio",
    parse: parseUuid,
    allowed: "a uuid such as 7c9e6679-7425-40de-944b-e07fc1f90ae7",
  }),
  output: define<OutputFormat>({
    option: "--output",
    env: "CARRY_OUTPUT",
    key: "output",
    parse: parseOneOf(OUTPUT_FORMATS),
    allowed: `one of ${OUTPUT_FORMATS.join(", ")}`,
    fallback: "table",
  }),
  performance: define({
    option: "--performance",
    key: "performance",
    parse: parseSwitch,
    allowed: "on or off",
    fallback: "off",
  }),
  timeoutMs: define({
    option: "--timeout",
    env: "CARRY_TIMEOUT",
    key: "timeout",
    parse: parseDuration,
    allowed: "a duration such as 30s, 500ms or 2m",
    fallback: "30s",
  }),
  retries: define({
    option: "--retries",
    env: "CARRY_RETRIES",
    key: "retries",
    parse: parseWholeNumber(0, 20),
    allowed: "a whole number from 0 to 20",
    fallback: "3",
  }),
  rangeParams: define({
    key: "range-params",
    parse: parseRangeParams,
    allowed: "two names of query parameters such as from,to",
    fallback: "start,end",
  }),
  imbalance: define({
    option: "--imbalance",
    key: "imbalance",
    parse: parsePercentLimit,
    allowed: "a number of percent, 0 or more, such as 2 or 2.5% or 50bp",
    fallback: "2",
  }),
  loss: define({
    option: "--loss",
    key: "loss",
    ...AN_AMOUNT,
    fallback: "10bp",
  }),
  paying: define({
    option: "--paying",
    key: "paying",
    ...AN_AMOUNT,
    fallback: "1bp",
  }),
  staleMs: define({
    option: "--stale",
    key: "stale",
    ...A_DURATION,
    fallback: "5m",
  }),
  stalePerformanceMs: define({
    option: "--stale-performance",
    key: "stale-performance",
    ...A_DURATION,
    fallback: "1h",
  }),
  margin: define({
    option: "--margin",
    key: "margin",
    parse: parsePercentLimit,
    allowed: "a number of percent, 0 or more, such as 10 or 7.5%",
    fallback: "10",
  }),
  ignore: define({
    option: "--ignore",
    key: "ignore",
    parse: parseIgnored,
    allowed: `one of ${ALL_CODES.join(", ")}, with the beginning of a position id behind a colon where it is of that one alone`,
  }),
  completionIds: define({
    env: "CARRY_COMPLETION_IDS",
    key: "completion-ids",
    parse: parseSwitch,
    allowed: "on or off",
    fallback: "on",
  }),
} as const;

export type SettingName = keyof typeof SETTINGS;
type ValueOf<N extends SettingName> = (typeof SETTINGS)[N] extends Definition<infer T> ? T : never;

/** The places settings come from, strongest first. */
export interface Sources {
  readonly options: Readonly<Partial<Record<SettingName, string>>>;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly profile: Profile;
  /** For messages. */
  readonly profileName: string | undefined;
  /** The profile that is in use where none is named. */
  readonly current?: string | undefined;
  /** Why the configuration could not be looked at; it may have had what is missed now. */
  readonly missing?: Error | undefined;
}

/** The settings in the order of the table. */
export const SETTING_NAMES = Object.keys(SETTINGS) as readonly SettingName[];

/** The setting that a key of a profile belongs to; undefined for a key that there is not. */
export function settingOfKey(key: string): SettingName | undefined {
  return SETTING_NAMES.find((name) => SETTINGS[name].key === key);
}

/** Finds a setting as it was written: option, then environment, then profile, then default. */
export function locate(name: SettingName, sources: Sources): Written | undefined {
  const { option, env, key, fallback }: Definition<unknown> = SETTINGS[name];
  const typed = sources.options[name];
  if (typed !== undefined) return { text: typed, origin: "option", where: option ?? name };
  const variable = env === undefined ? undefined : sources.env[env];
  if (variable !== undefined && variable !== "") {
    return { text: variable, origin: "environment", where: env };
  }
  const stored = key === undefined ? undefined : sources.profile[key];
  if (stored !== undefined) return { text: stored, origin: "profile", where: key };
  return fallback === undefined
    ? undefined
    : { text: fallback, origin: "default", where: undefined };
}

/**
 * Reads a setting's value.
 * @param where the option, variable or key that it was written in
 * @throws {InvalidSettingError} when it is none that the setting can have
 */
export function readSetting<N extends SettingName>(
  name: N,
  text: string,
  where: string,
): ValueOf<N> {
  const definition = SETTINGS[name] as Definition<ValueOf<N>>;
  const value = definition.parse(text);
  if (value !== undefined) return value;
  throw new InvalidSettingError(where, withoutSecret(name, text), definition.allowed);
}

/** A value as it may be told. */
export function withoutSecret(name: SettingName, text: string): string {
  const { hideSecret }: Definition<unknown> = SETTINGS[name];
  return hideSecret === undefined ? text : hideSecret(text);
}

/**
 * Looks a setting up: option, environment, profile, default. An empty variable counts as unset.
 * @returns undefined when none of them has it
 * @throws {InvalidSettingError} for an option or variable with a wrong value
 * @throws {ConfigError} for a profile with a wrong value
 */
export function lookUp<N extends SettingName>(
  name: N,
  sources: Sources,
): Setting<ValueOf<N>> | undefined {
  const written = locate(name, sources);
  if (written === undefined) return undefined;
  const { text, origin, where = name } = written;
  try {
    return { value: readSetting(name, text, where), origin };
  } catch (error) {
    if (origin !== "profile" || !(error instanceof InvalidSettingError)) throw error;
    throw new ConfigError(
      `profile "${sources.profileName}": ${error.message}`,
      `set it anew: carry profile set ${where} <value> --profile ${sources.profileName}`,
    );
  }
}
