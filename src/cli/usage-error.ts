import type { Command } from "commander";
import { UsageError } from "../base/usage-error.js";
import { didYouMean, insteadOf, meantCalls } from "../commands/help/meant.js";
import { REMOVED_OPTIONS } from "../commands/help/removed.js";
import { loadAllCommands } from "../commands/load.js";
import { firstOf, nearestTo } from "../output/text/words.js";
import type { CommandSpec } from "../run/define.js";
import { pathOf, type StoppedLine } from "./commander.js";
import { keyedOptions } from "./commander-options.js";

const KEY_HINT =
  "an API key is not accepted on the command line, which other users and the shell's history can see: run `carry auth login` (--with-key reads it from stdin), or set CARRY_API_KEY";

/** Describes a line that commander refused, with what was probably meant. */
export async function usageErrorOf({ command, cause }: StoppedLine): Promise<UsageError> {
  const see = `see \`${pathOf(command)} --help\``;
  const message = cause.message.replace(/^error: /, "");
  if (cause.code === "commander.unknownOption") {
    // Without its value, which may be a key.
    const word = command.args.find(isOption) ?? command.args.find((it) => it.startsWith("-"));
    const flag = word?.replace(/=.*$/s, "") ?? "";
    const isKey = /^--?[\w-]*(key|token)$/i.test(flag);
    const hint = isKey ? KEY_HINT : ((await optionHint(flag, command)) ?? see);
    return new UsageError(`unknown option '${flag}'`, hint);
  }
  const isWord = /^commander[.](unknownCommand|excessArguments)$/.test(cause.code);
  return new UsageError(message, (isWord ? await commandHint(command) : undefined) ?? see);
}

/** Reports whether a word is an option, and no operand such as a negative number. */
function isOption(word: string): boolean {
  return /^-./.test(word) && !(Number(word) < 0);
}

async function commandHint(command: Command): Promise<string | undefined> {
  const path = pathOf(command).split(" ").slice(1);
  const words = [...path, ...command.args.filter((word) => !isOption(word))];
  const instead = insteadOf(words);
  if (instead !== undefined) return instead;
  const calls = meantCalls(words, await loadAllCommands());
  return calls.length === 0 ? undefined : didYouMean(calls.map((call) => `carry ${call}`));
}

/** Names the options that begin or end like a flag, else the commands that have it, else the nearest. */
async function optionHint(flag: string, command: Command): Promise<string | undefined> {
  const known = [...command.options.map(({ long }) => long ?? ""), "--help"];
  if (known.includes(flag)) return `${flag} takes no value`;
  if (REMOVED_OPTIONS[flag] !== undefined) return REMOVED_OPTIONS[flag];
  const bare = flag.replace(/^-+/, "").toLowerCase();
  const begun = known.filter((it) => bare.length > 1 && it.startsWith(`--${bare}`));
  const alike = begun.length > 0 ? begun : known.filter((it) => it.endsWith(`-${bare}`));
  if (bare.length > 1 && alike.length > 0) return didYouMean(alike);
  const having = callsWith(flag, await loadAllCommands());
  if (having.length > 0) {
    const calls = having.map((call) => `\`carry ${call}\``);
    return `it is an option of ${firstOf(calls, 4)}`;
  }
  const names = known.map((it) => it.slice(2));
  const near = nearestTo(bare, names);
  return near === undefined ? undefined : didYouMean([`--${near}`]);
}

/** Returns the commands that have an option of their own, without the short forms. */
function callsWith(flag: string, commands: readonly CommandSpec[], path = ""): string[] {
  return commands.flatMap(({ name, shortFor, options = {}, commands: own = [] }) => {
    if (shortFor !== undefined) return [];
    const has = keyedOptions(options).some(({ option: { long, short } }) =>
      [long, short].includes(flag),
    );
    return [...(has ? [path + name] : []), ...callsWith(flag, own, `${path}${name} `)];
  });
}
