import { UsageError } from "../base/usage-error.js";
import type { ValueKind } from "../base/value-kind.js";
import type { TypedSettings } from "./settings/sources.js";
import { SETTINGS, type SettingName, type SettingValue, settingRow } from "./settings/table.js";

interface Described {
  /** Letter of the short flag: `q` for `-q`. */
  readonly short?: string;
  /** Keys of options that cannot be combined with it. */
  readonly excludes?: readonly string[];
}

/** An option without a value: `--dry-run`, or for "negated" `--no-verify` of the key `verify`. */
export interface FlagOption extends Described {
  readonly kind: "flag" | "negated";
  readonly help: string;
}

/** An option with a value: `--limit <n>`. */
export interface ValueOption extends Described {
  readonly kind: ValueKind<unknown>;
  readonly help: string;
  /** Name of the value in help. */
  readonly value: string;
  /** Accepts several values: the option is repeated, or they are separated by commas. */
  readonly many?: "list";
  /** The value may be omitted, and is then true. */
  readonly optional?: true;
}

/** An option that sets a setting. */
export interface SettingOption extends Described {
  readonly setting: SettingName;
  /** Help instead of the setting's own. */
  readonly help?: string;
  /** Makes the option a flag that sets this value: `--json`. */
  readonly to?: string;
  /** Help of `--no-<setting>`, which turns an on/off setting off, and any other into false. */
  readonly negated?: string;
}

/** An option as plain data, by its key: `dryRun` is `--dry-run`. */
export type OptionData = FlagOption | ValueOption | SettingOption;
export type OptionsData = Readonly<Record<string, OptionData>>;

/** An argument as plain data. */
export interface ArgumentData {
  readonly kind: ValueKind<unknown>;
  readonly help: string;
  /** Accepts any number of values, at least one unless it is optional. */
  readonly many?: true;
  readonly optional?: true;
  /** Name in messages, if it is not the key. */
  readonly called?: string;
  /** The words are the names of a command. */
  readonly commands?: true;
}
export type ArgumentsData = Readonly<Record<string, ArgumentData>>;

type ValueIn<K> = K extends ValueKind<infer T> ? T : never;

type OptionValue<O extends OptionData> = O extends SettingOption
  ? O["to"] extends string
    ? boolean
    : SettingValue<O["setting"]> extends boolean
      ? boolean
      : O["negated"] extends string
        ? string | false
        : string
  : O extends FlagOption
    ? boolean
    : O extends ValueOption
      ? O["many"] extends string
        ? readonly ValueIn<O["kind"]>[]
        : O["optional"] extends true
          ? ValueIn<O["kind"]> | true
          : ValueIn<O["kind"]>
      : never;

/** Type of the options that `run` gets. */
export type OptionsOf<O extends OptionsData> = {
  readonly [K in keyof O]?: OptionValue<O[K]>;
};

/** Type of the arguments that `run` gets. */
export type ArgumentsOf<A extends ArgumentsData> = {
  readonly [K in keyof A]: A[K]["many"] extends true
    ? readonly ValueIn<A[K]["kind"]>[]
    : A[K]["optional"] extends true
      ? ValueIn<A[K]["kind"]> | undefined
      : ValueIn<A[K]["kind"]>;
};

/** Returns the long flag: `--dry-run`, `--no-verify`. */
export function longFlag(key: string, option: OptionData): string {
  if ("setting" in option && option.to === undefined) return `--${option.setting}`;
  return `--${"kind" in option && option.kind === "negated" ? "no-" : ""}${kebab(key)}`;
}

/** Returns the value's placeholder in help: `<n>`, `[interval]`; undefined for a flag. */
export function placeholder(option: OptionData): string | undefined {
  if ("setting" in option) {
    const { value = "" } = settingRow(option.setting);
    return option.to !== undefined || value === "" ? undefined : `<${value}>`;
  }
  if (typeof option.kind === "string" || !("value" in option)) return undefined;
  return option.optional === true ? `[${option.value}]` : `<${option.value}>`;
}

/** Returns an argument as help shows it: `<id...>`, `[interval]`. */
export function argumentTerm(key: string, { many, optional }: ArgumentData): string {
  const name = many === true ? `${kebab(key)}...` : kebab(key);
  return optional === true ? `[${name}]` : `<${name}>`;
}

/** Returns the flags as help shows them: `-o, --output <format>`. */
export function flagsText(key: string, option: OptionData): string {
  const short = option.short === undefined ? "" : `-${option.short}, `;
  const value = placeholder(option);
  return `${short}${longFlag(key, option)}${value === undefined ? "" : ` ${value}`}`;
}

/** Returns the help of an option; for a setting with its variable and its default. */
export function helpText(option: OptionData): string {
  if (!("setting" in option)) return option.help;
  const { help, env, fallback } = settingRow(option.setting);
  if (option.help !== undefined) return option.help;
  const more = [env, fallback === undefined ? undefined : `default ${fallback}`];
  const known = more.filter((it) => it !== undefined).join("; ");
  return known === "" ? help : `${help} (${known})`;
}

/** Returns the kind of an option's value; undefined for a flag. */
export function kindOf(option: OptionData): ValueKind<unknown> | undefined {
  if (placeholder(option) === undefined) return undefined;
  if ("setting" in option) return SETTINGS[option.setting];
  return typeof option.kind === "string" ? undefined : option.kind;
}

/** Returns how an option accepts several values; undefined when it accepts one. */
export function manyOf(option: OptionData): "list" | undefined {
  if ("setting" in option) return settingRow(option.setting).many === true ? "list" : undefined;
  return "many" in option ? option.many : undefined;
}

/** Converts `byLeg` to `by-leg`. */
export function kebab(key: string): string {
  return key.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** A typed option with its value. */
export interface Given {
  readonly data: OptionData;
  readonly value: unknown;
}

/** Returns the settings given as options, as text. @throws {UsageError} for `--json --csv` and the like */
export function typedSettings(given: readonly Given[]): TypedSettings {
  const typed: Partial<Record<SettingName, string>> = {};
  for (const { data, value } of given) {
    if (!("setting" in data)) continue;
    if (value === false && settingRow(data.setting).parse("off") !== false) continue;
    const text = data.to ?? (typeof value === "boolean" ? (value ? "on" : "off") : String(value));
    const before = typed[data.setting];
    if (before !== undefined && before !== text) {
      throw new UsageError(`--${data.setting}: ${before} and ${text} exclude each other`);
    }
    typed[data.setting] = text;
  }
  return typed;
}
