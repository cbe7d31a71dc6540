import type { ValueKind } from "../base/value-kind.js";
import type { OptionModel, Source, ValueModel } from "./completion-model.js";
import {
  flagsText,
  helpText,
  kindOf,
  longFlag,
  manyOf,
  type OptionData,
  type OptionsData,
  placeholder,
} from "./option.js";

/** An option with its flags in help: `-o, --output <format>`. */
export interface DescribedOption extends OptionModel {
  readonly term: string;
}

/** Returns the options of a command; options that exclude each other list each other. */
export function optionModels(options: OptionsData): DescribedOption[] {
  const models = Object.entries(options).flatMap(([key, option]) => [
    optionModel(key, option, options),
    ...negatedModel(option),
  ]);
  return models.map((model) => {
    const excludedBy = models.filter((it) => it.excludes.includes(model.name));
    const excludes = [...model.excludes, ...excludedBy.map((it) => it.name)];
    return { ...model, excludes: [...new Set(excludes)] };
  });
}

function optionModel(key: string, option: OptionData, all: OptionsData): DescribedOption {
  const name = longFlag(key, option);
  const kind = kindOf(option);
  const many = manyOf(option);
  const excludes = (option.excludes ?? []).flatMap((other) => {
    const data = all[other];
    return data === undefined ? [] : [longFlag(other, data)];
  });
  return {
    name,
    flags: option.short === undefined ? [name] : [name, `-${option.short}`],
    term: flagsText(key, option),
    description: helpText(option),
    value: kind === undefined ? undefined : valueModel(kind, many === "list"),
    valueIsOptional: placeholder(option)?.startsWith("[") === true,
    repeatable: many !== undefined,
    excludes,
  };
}

/** Returns `--no-performance` for `--performance`. */
function negatedModel(option: OptionData): DescribedOption[] {
  if (!("setting" in option) || option.negated === undefined) return [];
  const name = `--no-${option.setting}`;
  return [{ ...flag(name, [], option.negated), excludes: [`--${option.setting}`] }];
}

/** Returns a flag that is not defined as an option, such as `--help`. */
export function flag(name: string, more: readonly string[], description: string): DescribedOption {
  return {
    name,
    flags: [name, ...more],
    term: [...more, name].join(", "),
    description,
    value: undefined,
    valueIsOptional: false,
    repeatable: false,
    excludes: [],
  };
}

/** Returns the values of a kind for completion. */
export function valueModel(kind: ValueKind<unknown>, isList: boolean): ValueModel {
  return { source: sourceOf(kind), list: isList || kind.commas === true };
}

function sourceOf({ choices, suggest }: ValueKind<unknown>): Source {
  if (choices !== undefined) {
    const words = choices.map((it) =>
      typeof it === "string" ? { value: it } : { value: it.value, description: it.description },
    );
    return { from: "words", words };
  }
  if (suggest === undefined) return { from: "free" };
  if (suggest === "file" || suggest === "columns" || suggest === "sort") return { from: suggest };
  return { from: "hidden command", kind: suggest };
}
