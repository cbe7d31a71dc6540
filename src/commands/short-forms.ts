import type { CommandEntry } from "../command/define.js";

/** Words at the top that stand for longer commands. */
const SHORT_FORMS = [
  ["list", "positions list"],
  ["get", "positions get"],
  ["pnl", "positions pnl"],
  ["rotate", "positions rotate"],
  ["risk", "positions risk"],
  ["next", "positions upcoming"],
  ["history", "funding history"],
  ["compare", "funding compare"],
  ["rank", "funding rank"],
] as const;

/** Returns the entries of the short forms. @param tree with the commands that they stand for */
export function shortForms(tree: readonly CommandEntry[]): CommandEntry[] {
  return SHORT_FORMS.map(([name, path]) => {
    const [group, word] = path.split(" ");
    const commands = tree.find((it) => it.name === group)?.commands ?? [];
    const entry = commands.find((it) => it.name === word);
    if (entry === undefined) throw new Error(`the short form ${name} stands for no command`);
    const summary = `short for ${path}: ${entry.summary}`;
    return { ...entry, name, group: "Short forms", shortFor: path, summary };
  });
}
