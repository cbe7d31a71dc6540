import type { CommandEntry, CommandSpec } from "../command/define.js";
import { commandTree } from "./tree.js";

/**
 * Loads the command tree with the definitions of the commands whose names are among the words of a
 * command line; the others have names and summaries only.
 */
export function loadCommandsOf(words: readonly string[]): Promise<CommandSpec[]> {
  const typed = new Set(words);
  return load(commandTree, ({ name, aliases = [] }) =>
    [name, ...aliases].some((it) => typed.has(it)),
  );
}

/** Loads the command tree with the definitions of all commands. */
export function loadAllCommands(): Promise<CommandSpec[]> {
  return load(commandTree, () => true);
}

function load(
  entries: readonly CommandEntry[],
  isWanted: (entry: CommandEntry) => boolean,
): Promise<CommandSpec[]> {
  return Promise.all(
    entries.map(async (entry) => {
      const { commands, ...own } = entry;
      if (!isWanted(entry)) return { ...own, loaded: false };
      return {
        ...own,
        loaded: true,
        ...(await own.load?.()),
        ...(commands !== undefined && { commands: await load(commands, isWanted) }),
      };
    }),
  );
}
