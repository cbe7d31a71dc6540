import type { Command, Option } from "commander";
import { COMMON_OPTIONS_HEADING } from "./commands/common-options.js";
import { EXIT_CODES } from "./exit-codes.js";
import { VERSION } from "./version.js";

/** The command tree as data, for programs that drive carry. */
export function describeProgram(root: Command): Record<string, unknown> {
  return {
    name: root.name(),
    version: VERSION,
    description: root.description(),
    options: root.options.filter(isCommon).map(describeOption),
    commands: visibleChildren(root).map(describeCommand),
    exit_codes: Object.entries(EXIT_CODES).map(([code, meaning]) => ({
      code: Number(code),
      meaning,
    })),
  };
}

function describeCommand(command: Command): Record<string, unknown> {
  const children = visibleChildren(command).map(describeCommand);
  return {
    name: command.name(),
    aliases: command.aliases(),
    summary: command.summary(),
    description: command.description(),
    arguments: command.registeredArguments.map((argument) => ({
      name: argument.name(),
      description: argument.description,
      required: argument.required,
      variadic: argument.variadic,
    })),
    options: command.options.filter((option) => !isCommon(option)).map(describeOption),
    ...(children.length > 0 && { commands: children }),
  };
}

function describeOption(option: Option): Record<string, unknown> {
  return {
    flags: option.flags,
    name: option.name(),
    description: option.description,
    takes_value: option.required || option.optional,
    ...(option.argChoices !== undefined && { values: option.argChoices }),
  };
}

function isCommon(option: Option): boolean {
  return option.helpGroupHeading === COMMON_OPTIONS_HEADING;
}

function visibleChildren(command: Command): Command[] {
  return command.createHelp().visibleCommands(command);
}
