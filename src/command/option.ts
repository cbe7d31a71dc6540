import type { ValueKind } from "../base/value-kind.js";
import { SETTINGS, type SettingName, type SettingValue, settingRow } from "../settings/table.js";

interface Described {
  /** One letter, for `-q`. */
  readonly short?: string;
  /** Keys of options that cannot be given together with it. */
  readonly excludes?: readonly string[];
}

/** `--by-leg`, or for "negated" `--no-verify` of the key `verify`. */
export interface FlagOption extends Described {
  readonly kind: "flag" | "negated";
  readonly help: string;
}

/** An option with a value: `--limit <n>`. */
export interface ValueOption extends Described {
  readonly kind: ValueKind<unknown>;
  readonly help: string;
  /** How help calls the value. */
  readonly value: string;
  /** Several values: repeated, or also separated by commas. */
  readonly many?: "repeated" | "list";
  /** The value may be left out, which reads as true. */
  readonly optional?: true;
}

/** An option that gives a setting its value. */
export interface SettingOption extends Described {
  readonly setting: SettingName;
  /** Where the help of the setting does not fit the command. */
  readonly help?: string;
  /** A flag that gives it this value: `--json`. */
  readonly to?: string;
  /** For a setting that is on or off: the help of `--no-<setting>`, which turns it off. */
  readonly negated?: string;
}

/** An option as plain data, by its key: `pageSize` is `--page-size`. */
export type OptionData = FlagOption | ValueOption | SettingOption;
export type OptionsData = Readonly<Record<string, OptionData>>;

/** An argument as plain data. */
export interface ArgumentData {
  readonly kind: ValueKind<unknown>;
  readonly help: string;
  /** Any number of values, at least one where it is not optional. */
  readonly many?: true;
  readonly optional?: true;
  /** What messages call it, where that is not its key. */
  readonly called?: string;
  /** Its words are those of every command. */
  readonly commands?: true;
}
export type ArgumentsData = Readonly<Record<string, ArgumentData>>;

type ValueIn<K> = K extends ValueKind<infer T> ? T : never;

type OptionValue<O extends OptionData> = O extends SettingOption
  ? O["to"] extends string
    ? boolean
    : SettingValue<O["setting"]> extends boolean
      ? boolean
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

/** What `run` gets of the options that were typed. */
export type OptionsOf<O extends OptionsData> = {
  readonly [K in keyof O]?: OptionValue<O[K]>;
};

/** What `run` gets of the arguments. */
export type ArgumentsOf<A extends ArgumentsData> = {
  readonly [K in keyof A]: A[K]["many"] extends true
    ? readonly ValueIn<A[K]["kind"]>[]
    : A[K]["optional"] extends true
      ? ValueIn<A[K]["kind"]> | undefined
      : ValueIn<A[K]["kind"]>;
};

/** The long flag: `--page-size`, `--no-verify`. */
export function longFlag(key: string, option: OptionData): string {
  if ("setting" in option && option.to === undefined) return `--${option.setting}`;
  return `--${"kind" in option && option.kind === "negated" ? "no-" : ""}${kebab(key)}`;
}

/** What stands behind the flag in help: `<n>`, `[interval]`; undefined where it takes no value. */
export function placeholder(option: OptionData): string | undefined {
  if ("setting" in option) {
    const { value = "" } = settingRow(option.setting);
    return option.to !== undefined || value === "" ? undefined : `<${value}>`;
  }
  if (typeof option.kind === "string" || !("value" in option)) return undefined;
  return option.optional === true ? `[${option.value}]` : `<${option.value}>`;
}

/** The flags as help shows them: `-o, --output <format>`. */
export function flagsText(key: string, option: OptionData): string {
  const short = option.short === undefined ? "" : `-${option.short}, `;
  const value = placeholder(option);
  return `${short}${longFlag(key, option)}${value === undefined ? "" : ` ${value}`}`;
}

/** What the option is for; of a setting also its variable and its default. */
export function helpText(option: OptionData): string {
  if (!("setting" in option)) return option.help;
  const { help, env, fallback } = settingRow(option.setting);
  if (option.help !== undefined) return option.help;
  const more = [env, fallback === undefined ? undefined : `default ${fallback}`];
  const known = more.filter((it) => it !== undefined).join("; ");
  return known === "" ? help : `${help} (${known})`;
}

/** What the values of an option are; undefined where it takes none. */
export function kindOf(option: OptionData): ValueKind<unknown> | undefined {
  if (placeholder(option) === undefined) return undefined;
  if ("setting" in option) return SETTINGS[option.setting];
  return typeof option.kind === "string" ? undefined : option.kind;
}

/** Whether several values may be given, and how. */
export function manyOf(option: OptionData): "repeated" | "list" | undefined {
  if ("setting" in option) return settingRow(option.setting).many === true ? "list" : undefined;
  return "many" in option ? option.many : undefined;
}

/** `pageSize` as `page-size`. */
export function kebab(key: string): string {
  return key.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
