import { commonOptions } from "../../command/common-options.js";
import type { Choice, CommandSpec, Offers } from "../../command/spec.js";
import type { CommandModel, ProgramModel } from "../../completion/model.js";
import { KNOWN_ARGUMENTS } from "./known.js";
import { flag, optionModels } from "./options.js";
import { offersFor, valueModel } from "./values.js";

const HELP = flag("--help", "-h", "show help");
const VERSION = flag("--version", "-V", "print the version");

/** The command tree as completion sees it. */
export function modelOf(tree: readonly CommandSpec[]): ProgramModel {
  const root: CommandModel = {
    ...bare("carry", ""),
    options: [VERSION],
    commands: tree.map((spec) => commandModel(spec, tree)),
  };
  return { root, commonOptions: [...optionModels(commonOptions(), {}), HELP] };
}

function commandModel(spec: CommandSpec, tree: readonly CommandSpec[]): CommandModel {
  const args = (spec.args ?? []).map((argument) => ({
    offers: offersFor(spec, argument.name(), KNOWN_ARGUMENTS, argument),
    variadic: argument.variadic,
  }));
  const branching = args.find(({ offers }) => isBranching(offers))?.offers;
  const own = {
    options: optionModels(spec.options ?? [], spec),
    columns: spec.columns?.() ?? [],
  };
  return {
    ...own,
    name: spec.name,
    aliases: spec.aliases ?? [],
    description: spec.hidden === true ? "" : spec.summary,
    args:
      branching === undefined
        ? args.map(({ offers, variadic }) => ({ value: valueModel(offers), variadic }))
        : [],
    commands: [
      ...(spec.commands ?? []).map((it) => commandModel(it, tree)),
      ...(branching?.commands === true ? tree.map(nameOnly) : []),
      ...(branching?.choices ?? []).map((it) => ({ ...branch(it), ...own })),
    ],
  };
}

/** An argument is laid out like commands when what follows it depends on its word. */
function isBranching({ commands, choices = [] }: Offers): boolean {
  return commands === true || choices.some((it) => typeof it !== "string" && it.next);
}

function branch(choice: string | Choice): CommandModel {
  if (typeof choice === "string") return bare(choice, choice);
  const { value, description, next } = choice;
  const args = next === undefined ? [] : [{ value: valueModel(next), variadic: false }];
  return { ...bare(value, description), args };
}

/** A command as `carry help` names it. */
function nameOnly(spec: CommandSpec): CommandModel {
  return {
    ...bare(spec.name, spec.hidden === true ? "" : spec.summary),
    aliases: spec.aliases ?? [],
    commands: (spec.commands ?? []).map(nameOnly),
  };
}

function bare(name: string, description: string): CommandModel {
  return { name, description, aliases: [], args: [], options: [], columns: [], commands: [] };
}
