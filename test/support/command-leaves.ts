import { loadAllCommands } from "../../src/commands/load.js";
import type { CommandSpec } from "../../src/run/define.js";

/** A command that runs, with all words of its name. */
export interface Leaf {
  readonly name: string;
  readonly spec: CommandSpec;
}

/** Returns every command shown in help. */
export async function visibleCommands(): Promise<Leaf[]> {
  return leaves(await loadAllCommands());
}

/** Commands whose examples need a terminal, files or another process; tested separately. */
export function isApart(leaf: Leaf): boolean {
  return APART.has(leaf.name.split(" ")[0] ?? "") || readsSnapshots(leaf) || usesFiles(leaf);
}

/** Commands whose examples read a rules file, write a file, or serve; tested separately. */
export function usesFiles({ name }: Leaf): boolean {
  return name === "check" || name === "metrics" || name === "report";
}

/** Commands whose examples need snapshots in an archive; tested separately. */
export function readsSnapshots({ name }: Leaf): boolean {
  return /^(pnl|positions (pnl|changes))$/.test(name);
}

const APART: ReadonlySet<string> = new Set([
  "sandbox",
  "auth",
  "profile",
  "doctor",
  "completion",
  "archive",
]);

function leaves(specs: readonly CommandSpec[], path: readonly string[] = []): Leaf[] {
  return specs.flatMap((spec) => {
    const words = [...path, spec.name];
    const own = spec.run === undefined ? [] : [{ name: words.join(" "), spec }];
    return [...own, ...leaves(spec.commands ?? [], words)];
  });
}
