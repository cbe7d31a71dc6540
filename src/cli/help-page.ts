import type { Command, Help } from "commander";
import { type HelpEntry, type HelpPart, layOutHelp } from "../command/help-layout.js";

/** Lays out a command's help: description, usage, arguments, subcommands, options. */
export function formatHelp(command: Command, helper: Help): string {
  const parts = [
    { title: "Usage:", lines: [helper.commandUsage(command)] },
    { title: "Arguments:", entries: argumentEntries(command, helper) },
    ...commandParts(command, helper),
    ...optionParts(command, helper),
  ];
  return layOutHelp(helper.commandDescription(command), parts, helper.helpWidth ?? 80);
}

function argumentEntries(command: Command, helper: Help): HelpEntry[] {
  return helper.visibleArguments(command).map((argument) => ({
    term: helper.argumentTerm(argument),
    description: helper.argumentDescription(argument),
  }));
}

/** Lists subcommands by group, by name only: their arguments are on their own pages. */
function commandParts(command: Command, helper: Help): HelpPart[] {
  const children = helper.visibleCommands(command);
  const groups = [...new Set(children.map((child) => child.helpGroup()))];
  return groups.map((group) => ({
    title: group || "Commands:",
    entries: children
      .filter((child) => child.helpGroup() === group)
      .map((child) => ({ term: child.name(), description: helper.subcommandDescription(child) })),
  }));
}

function optionParts(command: Command, helper: Help): HelpPart[] {
  const own = "Options:"; // before those of every command
  const groups = new Map<string, HelpEntry[]>([[own, []]]);
  for (const option of helper.visibleOptions(command)) {
    const heading = option.helpGroupHeading ?? own;
    const entry = {
      term: helper.optionTerm(option),
      description: helper.optionDescription(option),
    };
    groups.set(heading, [...(groups.get(heading) ?? []), entry]);
  }
  return [...groups].map(([title, entries]) => ({ title, entries }));
}
