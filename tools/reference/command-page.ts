import type { Argument, Command, Option } from "commander";
import { COMMON_OPTIONS_HEADING } from "../../src/command/root.js";
import type { CommandSpec } from "../../src/command/spec.js";
import { optionModels } from "../../src/commands/completion/options.js";
import { RESOURCES } from "../../src/commands/schema/resources.js";
import type { OptionModel } from "../../src/completion/model.js";
import type { Block, Page, Section, Term } from "./page.js";
import { prose } from "./prose.js";

/** A command as it is defined, and as commander knows it. */
export interface Documented {
  readonly spec: CommandSpec;
  readonly command: Command;
  /** From `carry` on. */
  readonly words: readonly string[];
}

/** The page of a command, or of a group of commands. */
export function commandPage(documented: Documented): Page {
  const { spec, command, words } = documented;
  return {
    words,
    summary: spec.summary,
    sections: [
      section("Synopsis", [synopsis(documented)]),
      section("Description", [...prose(command.description()), ...aliases(documented)]),
      section("Commands", [terms(visible(spec).map((it) => commandTerm(it, words)))]),
      section("Arguments", [terms(command.registeredArguments.map(argumentTerm))]),
      section("Options", [terms(optionTerms(command, spec)), ...common(spec)]),
      section("Columns", columns(spec)),
      section("Output", output(words)),
      section("Examples", (spec.examples ?? []).flatMap(example)),
      section("Exit codes", exitCodes(spec)),
    ].filter(({ blocks }) => blocks.length > 0),
    related: visible(spec).map(({ name }) => [...words, name]),
  };
}

/** The subcommands that are shown in help. */
export function visible(spec: { readonly commands?: readonly CommandSpec[] }): CommandSpec[] {
  return (spec.commands ?? []).filter(({ hidden }) => hidden !== true);
}

export function commandTerm(spec: CommandSpec, words: readonly string[]): Term {
  return { term: [...words, spec.name].join(" "), text: spec.summary };
}

/** Options with the values they take, where their description does not name them already. */
export function optionTerm(option: Option, model: OptionModel | undefined): Term {
  const words = model?.value?.source.from === "words" ? model.value.source.words : [];
  const values = words.map(({ value }) => value);
  const untold = values.some((value) => !option.description.includes(value));
  const excludes = model?.excludes ?? [];
  const opposites = excludes.filter((it) => isOpposite(it, option.long ?? ""));
  const others = excludes.filter((it) => !opposites.includes(it));
  const more = [
    ...(untold ? [`one of ${values.map((value) => `\`${value}\``).join(", ")}`] : []),
    ...opposites.map((it) => `of this and ${it} the later one holds`),
    ...(others.length > 0 ? [`not together with ${others.join(", ")}`] : []),
  ];
  return { term: option.flags, text: [option.description, ...more].join("; ") };
}

/** `--x` and `--no-x`. */
function isOpposite(one: string, other: string): boolean {
  return one === other.replace(/^--no-/, "--") || other === one.replace(/^--no-/, "--");
}

function synopsis({ command, words, spec }: Documented): Block {
  const usage = spec.run === undefined ? "<command>" : command.usage().replace(" [command]", "");
  return { kind: "code", text: `${words.join(" ")} ${usage}` };
}

function aliases({ words, spec: { aliases: names = [] } }: Documented): Block[] {
  const lines = names.map((name) => `\`${[...words.slice(0, -1), name].join(" ")}\``);
  return lines.length === 0 ? [] : [{ kind: "text", text: `Also: ${lines.join(", ")}.` }];
}

function argumentTerm(argument: Argument): Term {
  const name = argument.variadic ? `${argument.name()}...` : argument.name();
  return { term: argument.required ? `<${name}>` : `[${name}]`, text: argument.description };
}

function optionTerms(command: Command, spec: CommandSpec): Term[] {
  const models = optionModels(spec.options ?? [], spec);
  return command.options
    .filter((option) => !option.hidden && option.helpGroupHeading !== COMMON_OPTIONS_HEADING)
    .map((option) =>
      optionTerm(
        option,
        models.find(({ name }) => name === option.long),
      ),
    );
}

function common({ run }: CommandSpec): Block[] {
  const text = "And the options of every command, which `carry --help` lists.";
  return run === undefined ? [] : [{ kind: "text", text }];
}

function exitCodes({ run }: CommandSpec): Block[] {
  const text = "0 when it is done; the others mean what `carry help exit-codes` says.";
  return run === undefined ? [] : [{ kind: "text", text }];
}

function columns({ columns: names }: CommandSpec): Block[] {
  const known = names?.() ?? [];
  if (known.length === 0) return [];
  const text = `What --columns and --sort know: ${known.map((it) => `\`${it}\``).join(", ")}.`;
  return [{ kind: "text", text }];
}

/** The schemas of what the command prints as JSON. */
function output(words: readonly string[]): Block[] {
  const name = words.join(" ");
  const lines = Object.entries(RESOURCES)
    .filter(([, command]) => command === name || command.startsWith(`${name} --`))
    .map(([resource, command]) => ({
      kind: "text" as const,
      text: `\`carry schema ${resource}\` is the JSON Schema of each item that \`${command} -o json\` prints.`,
    }));
  return lines;
}

function example({ line, what }: { line: string; what: string }): Block[] {
  return [
    { kind: "text", text: `${what.charAt(0).toUpperCase()}${what.slice(1)}:` },
    { kind: "code", text: line },
  ];
}

function section(title: string, blocks: readonly Block[]): Section {
  return { title, blocks: blocks.filter((block) => block.kind !== "terms" || block.terms.length) };
}

function terms(all: readonly Term[]): Block {
  return { kind: "terms", terms: all };
}
