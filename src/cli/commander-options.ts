import { Argument, type Command, Option } from "commander";
import { UsageError } from "../base/usage-error.js";
import type { ValueKind } from "../base/value-kind.js";
import {
  type ArgumentData,
  argumentTerm,
  flagsText,
  helpText,
  kebab,
  kindOf,
  longFlag,
  manyOf,
  type OptionData,
  type OptionsData,
} from "../run/option.js";

/** An option of commander, with the key of its value in the typed options. */
export interface KeyedOption {
  readonly key: string;
  readonly data: OptionData;
  readonly option: Option;
}

/** Returns the commander options of a definition. */
export function keyedOptions(options: OptionsData): KeyedOption[] {
  return Object.entries(options).flatMap(([key, data]) => [
    { key, data, option: toOption(key, data) },
    ...("setting" in data && data.negated !== undefined
      ? [{ key, data, option: new Option(`--no-${data.setting}`, data.negated) }]
      : []),
  ]);
}

function toOption(key: string, data: OptionData): Option {
  const option = new Option(flagsText(key, data), helpText(data));
  const kind = kindOf(data);
  if (kind === undefined) return option;
  const flag = longFlag(key, data);
  const many = manyOf(data);
  return option.argParser((text: string, before: unknown) => {
    if (many === undefined && before !== undefined && before !== true) refuseSecond(flag);
    if ("setting" in data) return many === undefined ? text : joined(text, before);
    if (many === undefined) return readTyped(flag, text, kind);
    const read = text.split(",").map((part) => readTyped(flag, part.trim(), kind));
    return [...new Set([...asList(before), ...read])];
  });
}

/** Returns the commander argument of a definition. */
export function toArgument(key: string, data: ArgumentData): Argument {
  return new Argument(argumentTerm(key, data)).argParser((text: string, before: unknown) => {
    const value = readTyped(data.called ?? kebab(key), text, data.kind);
    return data.many === true ? [...new Set([...asList(before), value])] : value;
  });
}

/**
 * Returns the typed values of options, anywhere on the line.
 * @throws {UsageError} for a second value of an option that takes one
 */
export function typedIn(
  chain: readonly Command[],
  options: readonly KeyedOption[],
): Record<string, unknown> {
  const typed: Record<string, unknown> = {};
  for (const command of chain) {
    for (const { key, data, option } of options) {
      const name = option.attributeName();
      if (command.getOptionValueSource(name) !== "cli") continue;
      const isSecond = key in typed && option.required && manyOf(data) === undefined;
      if (isSecond) refuseSecond(longFlag(key, data));
      typed[key] = command.getOptionValue(name);
    }
  }
  return typed;
}

/**
 * Parses a typed value.
 * @param called name of the option or argument, for the message
 * @throws {UsageError} when the value is invalid
 */
function readTyped<T>(called: string, text: string, kind: ValueKind<T>): T {
  const value = kind.parse(text);
  if (value !== undefined) return value;
  throw new UsageError(`${called}: "${text}" is not ${kind.allowed}`, kind.hint);
}

function refuseSecond(flag: string): never {
  throw new UsageError(`${flag} is given twice, and takes one value`, "leave one of them out");
}

function joined(text: string, before: unknown): string {
  return before === undefined ? text : `${String(before)},${text}`;
}

function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
