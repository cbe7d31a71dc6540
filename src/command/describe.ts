import type { Command, Option } from "commander";
import { VERSION } from "../base/version.js";
import type { CommandModel, OptionModel, ProgramModel, ValueModel } from "../completion/model.js";
import { EXIT_CODES } from "./errors/exit-codes.js";
import { COMMON_OPTIONS_HEADING } from "./root.js";

/**
 * The command tree as data, for programs that drive carry.
 * @param model what completion knows of the same commands: values, and what goes together
 */
export function describeProgram(root: Command, model: ProgramModel): Record<string, unknown> {
  return {
    name: root.name(),
    version: VERSION,
    description: root.description(),
    options: root.options
      .filter(isCommon)
      .map((option) => describeOption(option, model.commonOptions)),
    commands: visibleChildren(root).map((child) => describeCommand(child, model.root)),
    exit_codes: Object.entries(EXIT_CODES).map(([code, meaning]) => ({
      code: Number(code),
      meaning,
    })),
  };
}

function describeCommand(command: Command, parent: CommandModel): Record<string, unknown> {
  const model = parent.commands.find(({ name }) => name === command.name()) ?? NOTHING_KNOWN;
  const children = visibleChildren(command).map((child) => describeCommand(child, model));
  return {
    name: command.name(),
    aliases: command.aliases(),
    summary: command.summary(),
    description: command.description(),
    arguments: command.registeredArguments.map((argument, index) => ({
      name: argument.name(),
      description: argument.description,
      required: argument.required,
      variadic: argument.variadic,
      ...describeValue(model.args[index]?.value),
    })),
    options: command.options
      .filter((option) => !isCommon(option))
      .map((option) => describeOption(option, model.options)),
    ...(model.columns.length > 0 && { columns: model.columns }),
    ...(children.length > 0 && { commands: children }),
  };
}

function describeOption(option: Option, models: readonly OptionModel[]): Record<string, unknown> {
  const model = models.find(({ name }) => name === option.long);
  return {
    flags: option.flags,
    name: option.name(),
    description: option.description,
    takes_value: option.required || option.optional,
    ...(option.optional && { value_optional: true }),
    ...describeValue(model?.value),
    ...(model?.repeatable === true && { repeatable: true }),
    ...(model !== undefined && model.excludes.length > 0 && { not_with: model.excludes }),
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

/** `help` and the like, of which completion makes something else. */
const NOTHING_KNOWN: CommandModel = {
  name: "",
  aliases: [],
  description: "",
  args: [],
  options: [],
  columns: [],
  commands: [],
};

function isCommon(option: Option): boolean {
  return option.helpGroupHeading === COMMON_OPTIONS_HEADING;
}

function visibleChildren(command: Command): Command[] {
  return command.createHelp().visibleCommands(command);
}
