import type { Choice } from "../base/value-kind.js";
import { COMMON_OPTIONS } from "./common-options.js";
import type { ArgumentModel, CommandModel, ProgramModel } from "./completion-model.js";
import { type CommandSpec, columnsOf } from "./define.js";
import type { ArgumentData } from "./option.js";
import { flag, optionModels, valueModel } from "./option-models.js";
import { nameInColumns } from "./output-options.js";

const HELP = flag("--help", ["-h"], "show help");
const VERSION = flag("--version", ["-V"], "print the version");

/** Returns the command tree for completion, the reference and `carry schema commands`. */
export function modelOf(tree: readonly CommandSpec[]): ProgramModel {
  const root: CommandModel = {
    ...bare("carry", ""),
    options: [VERSION],
    commands: tree.map((spec) => commandModel(spec, tree)),
  };
  return { root, commonOptions: [...optionModels(COMMON_OPTIONS), HELP] };
}

function commandModel(spec: CommandSpec, tree: readonly CommandSpec[]): CommandModel {
  const args = Object.entries(spec.args ?? {});
  const [, branching] = args.find(([, argument]) => isBranching(argument)) ?? [];
  const own = {
    options: optionModels(spec.options ?? {}),
    columns: columnsOf(spec),
  };
  return {
    ...own,
    name: spec.name,
    aliases: spec.aliases ?? [],
    description: spec.summary,
    args: branching === undefined ? args.map(([, it]) => argumentModel(it)) : [],
    commands: [
      ...(spec.commands ?? []).map((it) => commandModel(it, tree)),
      ...(branching?.commands === true ? tree.map(nameOnly) : []),
      ...(branching?.kind.choices ?? []).flatMap((it) =>
        typeof it === "object" && it.perCommand === true
          ? branchesOf(it, tree)
          : [{ ...branch(it), ...own }],
      ),
    ],
  };
}

/** Returns an argument for completion and the reference. */
export function argumentModel({ kind, many }: ArgumentData): ArgumentModel {
  return { value: valueModel(kind, false), variadic: many === true };
}

/** Reports whether the words after an argument depend on its value, as those after a command do. */
function isBranching({ commands, kind: { choices = [] } }: ArgumentData): boolean {
  return commands === true || choices.some((it) => typeof it !== "string" && it.next);
}

function branch(choice: string | Choice): CommandModel {
  if (typeof choice === "string") return bare(choice, choice);
  const { value, description, next } = choice;
  const args = next === undefined ? [] : [argumentModel({ kind: next, help: "" })];
  return { ...bare(value, description), args };
}

/** Returns a branch `columns.<command>` for each command with columns, completed with these. */
function branchesOf(choice: Choice, tree: readonly CommandSpec[]): CommandModel[] {
  return withColumns(tree).map(([name, columns]) => ({
    ...branch(choice),
    columns,
    name: choice.value + name,
    description: `${choice.description} ${name}`,
  }));
}

/** Returns the commands with columns, by their names in `columns.<command>`, each once. */
export function withColumns(
  tree: readonly CommandSpec[],
  above = "",
): (readonly [name: string, columns: readonly string[]])[] {
  const all = tree.flatMap((spec): (readonly [string, readonly string[]])[] => {
    const words = spec.shortFor ?? `${above}${spec.name}`;
    const columns = columnsOf(spec);
    const own = columns.length === 0 ? [] : [[nameInColumns(words), columns] as const];
    return [...own, ...withColumns(spec.commands ?? [], `${words} `)];
  });
  return [...new Map(all)];
}

/** Returns a command for the argument of `carry help`. */
function nameOnly(spec: CommandSpec): CommandModel {
  return {
    ...bare(spec.name, spec.summary),
    aliases: spec.aliases ?? [],
    commands: (spec.commands ?? []).map(nameOnly),
  };
}

function bare(name: string, description: string): CommandModel {
  return { name, description, aliases: [], args: [], options: [], columns: [], commands: [] };
}
