import { VERSION } from "../../base/version.js";
import { COMMON_OPTIONS } from "../../run/common-options.js";
import type { ValueModel } from "../../run/completion-model.js";
import { type CommandSpec, columnsOf } from "../../run/define.js";
import { EXIT_CODES } from "../../run/errors/exit-codes.js";
import { root } from "../../run/help-layout.js";
import { type ArgumentData, kebab } from "../../run/option.js";
import { type DescribedOption, optionModels } from "../../run/option-models.js";
import { argumentModel } from "../../run/program-model.js";
import { SCHEMAS } from "./schemas.js";

/** Returns the command tree as data, for programs that use carry. */
export function describeProgram(tree: readonly CommandSpec[]): Record<string, unknown> {
  return {
    name: "carry",
    version: VERSION,
    description: root.description,
    options: optionModels(COMMON_OPTIONS).map(describeOption),
    commands: tree.map((it) => describeCommand(it, "carry")),
    exit_codes: Object.entries(EXIT_CODES).map(([code, meaning]) => ({
      code: Number(code),
      meaning,
    })),
  };
}

function describeCommand(spec: CommandSpec, parent: string): Record<string, unknown> {
  const path = `${parent} ${spec.name}`;
  const children = (spec.commands ?? []).map((it) => describeCommand(it, path));
  const call = spec.shortFor === undefined ? path : `carry ${spec.shortFor}`;
  const schema = SCHEMAS.find(({ printedBy }) => printedBy === call)?.name;
  const columns = columnsOf(spec);
  return {
    name: spec.name,
    aliases: spec.aliases ?? [],
    summary: spec.summary,
    ...(spec.group !== undefined && { group: spec.group }),
    ...(spec.shortFor !== undefined && { short_for: spec.shortFor }),
    description: spec.description ?? spec.summary,
    arguments: Object.entries(spec.args ?? {}).map(([key, it]) => describeArgument(key, it)),
    options: optionModels(spec.options ?? {}).map(describeOption),
    ...(schema !== undefined && { schema }),
    ...(columns.length > 0 && { columns }),
    ...(children.length > 0 && { commands: children }),
  };
}

function describeArgument(key: string, argument: ArgumentData): Record<string, unknown> {
  return {
    name: kebab(key),
    description: argument.help,
    required: argument.optional !== true,
    variadic: argument.many === true,
    ...describeValue(argumentModel(argument).value),
  };
}

function describeOption(model: DescribedOption): Record<string, unknown> {
  const { term, name, description, value, valueIsOptional, repeatable, excludes } = model;
  return {
    flags: term,
    name: name.replace(/^--/, ""),
    description,
    takes_value: value !== undefined,
    ...(valueIsOptional && { value_optional: true }),
    ...describeValue(value),
    ...(repeatable && { repeatable: true }),
    ...(excludes.length > 0 && { not_with: excludes }),
  };
}

function describeValue(value: ValueModel | undefined): Record<string, unknown> {
  if (value === undefined) return {};
  const { source, list } = value;
  return {
    ...(source.from === "words" && { values: source.words.map((word) => word.value) }),
    ...(list && { comma_separated: true }),
  };
}
