import { type CommandSpec, columnsOf } from "../../src/command/define.js";
import { argumentTerm } from "../../src/command/option.js";
import { type DescribedOption, optionModels } from "../../src/command/option-models.js";
import { SCHEMAS } from "../../src/commands/schema/all-schemas.js";
import type { Block, Page, Section, Term } from "./page.js";
import { prose } from "./prose.js";

/** Returns the page of a command, or of a group of commands. */
export function commandPage(spec: CommandSpec, words: readonly string[]): Page {
  if (spec.shortFor !== undefined) return shortPage(spec, spec.shortFor, words);
  return {
    words,
    summary: spec.summary,
    sections: [
      section("Synopsis", [synopsis(spec, words)]),
      section("Description", [...prose(description(spec)), ...aliases(spec, words)]),
      section("Commands", [terms(visible(spec).map((it) => commandTerm(it, words)))]),
      section("Arguments", [
        terms(
          Object.entries(spec.args ?? {}).map(([key, it]) => ({
            term: argumentTerm(key, it),
            text: it.help,
          })),
        ),
      ]),
      section("Options", [
        terms(optionModels(spec.options ?? {}).map(optionTerm)),
        ...common(spec),
      ]),
      section("Columns", columns(spec)),
      section("Output", output(words)),
      section("Examples", (spec.examples ?? []).flatMap(example)),
      section("Exit codes", exitCodes(spec)),
    ].filter(({ blocks }) => blocks.length > 0),
    related: visible(spec).map(({ name }) => [...words, name]),
  };
}

/** Returns the page of another name of a command, which has the same options. */
function shortPage(spec: CommandSpec, long: string, words: readonly string[]): Page {
  const text = `Short for \`carry ${long}\`, with the same arguments, options and output.`;
  const blocks: Block[] = [{ kind: "text", text }, ...aliases(spec, words)];
  return {
    words,
    summary: spec.summary,
    sections: [section("Synopsis", [synopsis(spec, words)]), section("Description", blocks)],
    related: [["carry", ...long.split(" ")]],
  };
}

/** Returns the subcommands shown in help. */
export function visible(spec: { readonly commands?: readonly CommandSpec[] }): CommandSpec[] {
  return (spec.commands ?? []).filter(({ hidden }) => hidden !== true);
}

export function commandTerm(spec: CommandSpec, words: readonly string[]): Term {
  return { term: [...words, spec.name].join(" "), text: spec.summary };
}

/** Returns the description of an option, with its values unless the description names them. */
export function optionTerm({ name, term, description, value, excludes }: DescribedOption): Term {
  const words = value?.source.from === "words" ? value.source.words : [];
  const values = words.map(({ value }) => value);
  const areExamples = values.some((value) => /^(?:\d|today)|=/.test(value)); // of times and amounts
  const unnamed = !areExamples && values.some((value) => !description.includes(value));
  const opposites = excludes.filter((it) => isOpposite(it, name));
  const others = excludes.filter((it) => !opposites.includes(it));
  const more = [
    ...(unnamed ? [`one of ${values.map((value) => `\`${value}\``).join(", ")}`] : []),
    ...opposites.map((it) => `the later of this and ${it} applies`),
    ...(others.length > 0 ? [`not together with ${others.join(", ")}`] : []),
  ];
  return { term, text: [description, ...more].join("; ") };
}

/** Reports whether options are opposites: `--x` and `--no-x`. */
function isOpposite(one: string, other: string): boolean {
  return one === other.replace(/^--no-/, "--") || other === one.replace(/^--no-/, "--");
}

function synopsis(spec: CommandSpec, words: readonly string[]): Block {
  const args = Object.entries(spec.args ?? {}).map(([key, it]) => argumentTerm(key, it));
  const usage = spec.run === undefined ? ["<command>"] : ["[options]", ...args];
  return { kind: "code", text: [...words, ...usage].join(" ") };
}

function description({ description, summary }: CommandSpec): string {
  const text = description ?? summary;
  const sentence = text.charAt(0).toUpperCase() + text.slice(1);
  return sentence.endsWith(".") ? sentence : `${sentence}.`;
}

function aliases({ aliases: names = [] }: CommandSpec, words: readonly string[]): Block[] {
  const lines = names.map((name) => `\`${[...words.slice(0, -1), name].join(" ")}\``);
  return lines.length === 0 ? [] : [{ kind: "text", text: `Also: ${lines.join(", ")}.` }];
}

function common({ run }: CommandSpec): Block[] {
  const text = "And the global options: `carry help options`.";
  return run === undefined ? [] : [{ kind: "text", text }];
}

function exitCodes({ run }: CommandSpec): Block[] {
  const text = "0 on success; for the others see `carry help exit-codes`.";
  return run === undefined ? [] : [{ kind: "text", text }];
}

function columns(spec: CommandSpec): Block[] {
  const known = columnsOf(spec);
  if (known.length === 0) return [];
  const text = `Columns for --columns and --sort: ${known.map((it) => `\`${it}\``).join(", ")}.`;
  return [{ kind: "text", text }];
}

/** Returns the schemas of the command's JSON output. */
function output(words: readonly string[]): Block[] {
  const name = words.join(" ");
  return SCHEMAS.filter(
    ({ printedBy }) => printedBy === name || printedBy.startsWith(`${name} --`),
  ).map(({ name: schema, printedBy }) => ({
    kind: "text",
    text: `\`carry schema ${schema}\` is the JSON Schema of each item that \`${printedBy} -o json\` prints.`,
  }));
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
