import type { Command, Help } from "commander";

/** Lays a command's help out: what it is, how it is called, its commands, its options. */
export function formatHelp(command: Command, helper: Help): string {
  const width = helper.padWidth(command, helper);
  const list = (entries: readonly { term: string; description: string }[]) =>
    entries.map(({ term, description }) => helper.formatItem(term, width, description, helper));
  const sections: [string, string[]][] = [
    [helper.commandDescription(command), []],
    ["Usage:", [`  ${helper.commandUsage(command)}`]],
    ["Arguments:", list(argumentEntries(command, helper))],
    ["Commands:", list(commandEntries(command, helper))],
    ...optionSections(command, helper, list),
  ];
  return sections
    .filter(([title, lines]) => lines.length > 0 || title === sections[0]?.[0])
    .map(([title, lines]) => [title, ...lines].join("\n"))
    .join("\n\n")
    .concat("\n");
}

function argumentEntries(command: Command, helper: Help) {
  return helper.visibleArguments(command).map((argument) => ({
    term: helper.argumentTerm(argument),
    description: helper.argumentDescription(argument),
  }));
}

function commandEntries(command: Command, helper: Help) {
  return helper.visibleCommands(command).map((child) => ({
    term: helper.subcommandTerm(child),
    description: helper.subcommandDescription(child),
  }));
}

function optionSections(
  command: Command,
  helper: Help,
  list: (entries: { term: string; description: string }[]) => string[],
): [string, string[]][] {
  const options = helper.visibleOptions(command);
  const own = "Options:"; // before those of every command
  const groups = new Map<string, { term: string; description: string }[]>([[own, []]]);
  for (const option of options) {
    const heading = option.helpGroupHeading ?? own;
    const entry = {
      term: helper.optionTerm(option),
      description: helper.optionDescription(option),
    };
    groups.set(heading, [...(groups.get(heading) ?? []), entry]);
  }
  return [...groups].map(([heading, entries]) => [heading, list(entries)]);
}

/** A subcommand by its name alone: what it takes stands on its own page. */
export function subcommandTerm(command: Command): string {
  return command.name();
}
