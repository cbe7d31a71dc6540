import type { CommandEntry, CommandSpec } from "../run/define.js";
import { commandTree } from "./tree.js";

/** Loads the definition of a command; the texts of a short form use its own name. */
export async function loadCommand(entry: CommandEntry): Promise<CommandSpec> {
  const { name, shortFor } = entry;
  const definition = await entry.load?.();
  if (shortFor === undefined) return { ...entry, ...definition };
  const inShort = (text: string) => text.replaceAll(`carry ${shortFor}`, `carry ${name}`);
  const { description = entry.summary, examples = [] } = definition ?? {};
  return {
    ...entry,
    ...definition,
    description: `Short for carry ${shortFor}.\n\n${inShort(description)}`,
    examples: examples.map(({ line, what }) => ({ line: inShort(line), what })),
  };
}

/** Loads the command at these words; undefined if there is none. */
export async function findCommand(words: readonly string[]): Promise<CommandSpec | undefined> {
  let entries = commandTree;
  let found: CommandEntry | undefined;
  for (const word of words) {
    found = entries.find(({ name, aliases = [] }) => name === word || aliases.includes(word));
    entries = found?.commands ?? [];
  }
  return found && loadCommand(found);
}

/** Loads the command tree with the definitions of all commands. */
export function loadAllCommands(entries = commandTree): Promise<CommandSpec[]> {
  return Promise.all(
    entries.map(async (entry) => {
      const spec = await loadCommand(entry);
      const { commands } = entry;
      return commands === undefined ? spec : { ...spec, commands: await loadAllCommands(commands) };
    }),
  );
}
