import type { CommandEntry } from "../run/define.js";

/** Words at the top that stand for longer commands. */
const SHORT_FORMS = [
  ["list", "positions list"],
  ["get", "positions get"],
  ["pnl", "positions pnl"],
  ["rotate", "positions rotate"],
  ["history", "funding history"],
  ["compare", "funding compare"],
  ["rank", "funding rank"],
] as const;

/** How many of them stand for commands of positions. */
const OF_POSITIONS = SHORT_FORMS.filter(([, path]) => path.startsWith("positions")).length;

/** Words at the top that stand for a view of `carry list`. */
const VIEWS = [
  [
    "risk",
    "margins, what a move of prices would take, and what is unhedged",
    async () => (await import("./list/command.js")).riskList,
  ],
  [
    "next",
    "the next settlement of each position, at the last rates",
    async () => (await import("./list/command.js")).nextList,
  ],
] as const;

/** Returns the entries of the short forms. @param tree with the commands that they stand for */
export function shortForms(tree: readonly CommandEntry[]): CommandEntry[] {
  const ofViews = VIEWS.map(([name, what, load]): CommandEntry => {
    const path = `positions list --view ${name}`;
    const summary = `short for ${path}: ${what}`;
    return { name, group: "Short forms", shortFor: path, summary, load };
  });
  const others = SHORT_FORMS.map(([name, path]) => {
    const [group, word] = path.split(" ");
    const commands = tree.find((it) => it.name === group)?.commands ?? [];
    const entry = commands.find((it) => it.name === word);
    if (entry === undefined) throw new Error(`the short form ${name} stands for no command`);
    const summary = `short for ${path}: ${entry.summary}`;
    return { ...entry, name, group: "Short forms", shortFor: path, summary };
  });
  return [...others.slice(0, OF_POSITIONS), ...ofViews, ...others.slice(OF_POSITIONS)];
}
