import type { Argument, Option } from "commander";
import type {
  CommandModel,
  OptionModel,
  ProgramModel,
  Source,
  ValueModel,
} from "../../completion/model.js";
import { commonOptions } from "../common-options.js";
import { offersOf } from "../offers.js";
import type { CommandSpec, Offers } from "../spec.js";
import { KNOWN_ARGUMENTS, KNOWN_OPTIONS } from "./known.js";

const HELP = flag("--help", "-h", "show help");
const VERSION = flag("--version", "-V", "print the version");

/** The command tree as completion sees it. */
export function modelOf(tree: readonly CommandSpec[]): ProgramModel {
  const root: CommandModel = {
    name: "carry",
    aliases: [],
    description: "",
    args: [],
    options: [VERSION],
    columns: [],
    commands: tree.map((spec) => commandModel(spec, tree)),
  };
  return { root, commonOptions: [...withOpposites(commonOptions(), {}), HELP] };
}

function commandModel(spec: CommandSpec, tree: readonly CommandSpec[]): CommandModel {
  const args = (spec.args ?? []).map((argument) => ({
    argument,
    offers: offersFor(spec, argument.name(), KNOWN_ARGUMENTS, argument),
  }));
  const explained = args.find(({ offers }) => offers.commands === true)?.offers;
  return {
    name: spec.name,
    aliases: spec.aliases ?? [],
    description: spec.hidden === true ? "" : spec.summary,
    args:
      explained === undefined
        ? args.map(({ argument, offers }) => ({
            value: valueModel(offers),
            variadic: argument.variadic,
          }))
        : [],
    options: withOpposites(spec.options ?? [], spec),
    columns: spec.columns?.() ?? [],
    commands:
      explained === undefined
        ? (spec.commands ?? []).map((it) => commandModel(it, tree))
        : [...tree.map(nameOnly), ...topics(explained)],
  };
}

/** Options with `--x` and `--no-x` excluding each other. */
function withOpposites(
  options: readonly Option[],
  spec: Pick<CommandSpec, "offers">,
): OptionModel[] {
  const names = new Set(options.map(nameOf));
  return options
    .filter((option) => !option.hidden)
    .map((option) => {
      const name = nameOf(option);
      const offers = offersFor(spec, name, KNOWN_OPTIONS, option);
      const opposite = name.startsWith("--no-") ? `--${name.slice(5)}` : `--no-${name.slice(2)}`;
      const conflicting = option as unknown as { conflictsWith?: readonly string[] };
      return {
        name,
        flags: [option.long, option.short].filter((it) => it !== undefined && it !== null),
        description: option.description,
        value: option.required || option.optional ? valueModel(offers) : undefined,
        valueIsOptional: option.optional,
        repeatable: option.variadic || offers.repeatable === true,
        excludes: [
          ...new Set([
            ...(offers.excludes ?? []),
            ...(conflicting.conflictsWith ?? []).map(longFlag),
            ...(names.has(opposite) ? [opposite] : []),
          ]),
        ],
      };
    });
}

/** What is known of an option by its name, then by its definition; what its command says wins. */
function offersFor(
  spec: Pick<CommandSpec, "offers">,
  name: string,
  known: Readonly<Record<string, Offers>>,
  definition: Option | Argument,
): Offers {
  const choices = definition.argChoices;
  return {
    ...known[name],
    ...offersOf(definition.parseArg),
    ...(choices !== undefined && { choices }),
    ...spec.offers?.[name],
  };
}

function valueModel(offers: Offers): ValueModel {
  return { source: sourceOf(offers), list: offers.list === true };
}

function sourceOf({ choices, source }: Offers): Source {
  if (choices !== undefined) {
    const words = choices.map((it) => (typeof it === "string" ? { value: it } : it));
    return { from: "words", words };
  }
  if (source === undefined) return { from: "free" };
  if (source === "file" || source === "columns" || source === "sort") return { from: source };
  return { from: "hidden command", kind: source };
}

/** A command as `carry help` names it. */
function nameOnly(spec: CommandSpec): CommandModel {
  return {
    ...bare(spec.name, spec.hidden === true ? "" : spec.summary),
    aliases: spec.aliases ?? [],
    commands: (spec.commands ?? []).map(nameOnly),
  };
}

function topics({ choices = [] }: Offers): CommandModel[] {
  return choices.map((it) =>
    typeof it === "string" ? bare(it, "a topic") : bare(it.value, it.description),
  );
}

function bare(name: string, description: string): CommandModel {
  return { name, description, aliases: [], args: [], options: [], columns: [], commands: [] };
}

function flag(name: string, short: string, description: string): OptionModel {
  return {
    name,
    flags: [name, short],
    description,
    value: undefined,
    valueIsOptional: false,
    repeatable: false,
    excludes: [],
  };
}

function nameOf(option: Option): string {
  return option.long ?? option.short ?? option.flags;
}

/** commander keeps attribute names: `byLeg` is `--by-leg`. */
function longFlag(attribute: string): string {
  return `--${attribute.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}
