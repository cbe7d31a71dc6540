import { ConfigError, InvalidSettingError } from "./errors.js";
import type { Profile } from "./profile.js";
import {
  OUTPUT_FORMATS,
  type OutputFormat,
  type Parse,
  parseDuration,
  parseOneOf,
  parseSwitch,
  parseText,
  parseUuid,
  parseWholeNumber,
} from "./values.js";

/** Which of the four places a setting's value came from. */
export type Origin = "option" | "environment" | "profile" | "default";

export interface Setting<T> {
  readonly value: T;
  readonly origin: Origin;
}

/** One setting: where it can be set, what it can be. */
interface Definition<T> {
  readonly option?: string;
  readonly env?: string;
  readonly key?: keyof Profile;
  readonly parse: Parse<T>;
  /** What it can be, as the end of "… is not". */
  readonly allowed: string;
}

const define = <T>(definition: Definition<T>): Definition<T> => definition;

/** Every setting that can be written as text: its names, its values. */
export const SETTINGS = {
  baseUrl: define({
    option: "--base-url",
    env: "CARRY_BASE_URL",
    key: "base-url",
    parse: parseText,
    allowed: "a URL",
  }),
  publicBaseUrl: define({ key: "public-base-url", parse: parseText, allowed: "a URL" }),
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
  }),
  performance: define({
    option: "--performance",
    key: "performance",
    parse: parseSwitch,
    allowed: "on or off",
  }),
  timeoutMs: define({
    option: "--timeout",
    env: "CARRY_TIMEOUT",
    key: "timeout",
    parse: parseDuration,
    allowed: "a duration such as 30s, 500ms or 2m",
  }),
  retries: define({
    option: "--retries",
    env: "CARRY_RETRIES",
    key: "retries",
    parse: parseWholeNumber(0, 20),
    allowed: "a whole number from 0 to 20",
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
}

/**
 * Looks a setting up: option, then environment, then profile. An empty variable counts as unset.
 * @returns undefined when none of them has it
 * @throws {InvalidSettingError} for an option or variable with a wrong value
 * @throws {ConfigError} for a profile with a wrong value
 */
export function lookUp<N extends SettingName>(
  name: N,
  sources: Sources,
): Setting<ValueOf<N>> | undefined {
  const definition = SETTINGS[name] as Definition<ValueOf<N>>;
  const read = (text: string, where: string): ValueOf<N> => {
    const value = definition.parse(text);
    if (value === undefined) throw new InvalidSettingError(where, text, definition.allowed);
    return value;
  };
  const option = sources.options[name];
  if (option !== undefined) {
    return { value: read(option, definition.option ?? name), origin: "option" };
  }
  const variable = definition.env === undefined ? undefined : sources.env[definition.env];
  if (variable !== undefined && variable !== "") {
    return { value: read(variable, definition.env ?? name), origin: "environment" };
  }
  const stored = definition.key === undefined ? undefined : sources.profile[definition.key];
  if (stored === undefined) return undefined;
  try {
    return { value: read(stored, `${definition.key}`), origin: "profile" };
  } catch (error) {
    if (!(error instanceof InvalidSettingError)) throw error;
    throw new ConfigError(
      `profile "${sources.profileName}": ${error.message}`,
      `set it anew: carry profile set ${definition.key} <value>`,
    );
  }
}
