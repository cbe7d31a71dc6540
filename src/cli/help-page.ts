import type { CommandEntry, CommandSpec, Example } from "../run/define.js";
import { type HelpEntry, type HelpPart, layOutHelp, root } from "../run/help-layout.js";
import { argumentTerm } from "../run/option.js";

/** The contents of a help page. */
export interface HelpPage {
  readonly about: string;
  readonly usage: string;
  readonly args: readonly HelpEntry[];
  /** Subcommands, by name only: their arguments are on their own pages. */
  readonly groups: readonly HelpPart[];
  readonly options: readonly HelpEntry[];
  readonly examples: readonly Example[];
}

/** Last line of each page. */
const GLOBAL_OPTIONS = "Global options: carry help options";

/** Returns the help page of `carry` itself. */
export function rootPage(commands: readonly CommandEntry[]): HelpPage {
  return {
    about: root.description,
    usage: root.usage,
    args: [],
    groups: groupsOf(commands),
    options: [root.version, root.help].map(({ flags, description }) => ({
      term: flags,
      description,
    })),
    examples: root.examples,
  };
}

/** Returns the help page of a command. @param path the words before its name: `carry positions` */
export function commandPage(
  spec: CommandSpec,
  path: string,
  options: readonly { readonly option: { readonly flags: string; readonly description: string } }[],
): HelpPage {
  const { name, aliases = [], summary, description = summary, args = {} } = spec;
  const groups = groupsOf(spec.commands ?? []);
  const operands = Object.entries(args).map(([key, data]) => argumentTerm(key, data));
  const below = groups.length > 0 ? ["[command]"] : [];
  return {
    about: sentence(description),
    usage: [path, [name, ...aliases].join("|"), "[options]", ...below, ...operands].join(" "),
    args: Object.entries(args).map(([key, { help }], at) => ({
      term: operands[at] ?? key,
      description: help,
    })),
    groups,
    options: options.map(({ option: { flags, description } }) => ({ term: flags, description })),
    examples: spec.examples ?? [],
  };
}

function groupsOf(commands: readonly CommandEntry[]): HelpPart[] {
  return [...new Set(commands.map(({ group }) => group))].map((title) => {
    const own = commands.filter(({ group }) => group === title);
    const long = own.filter(({ shortFor }) => shortFor === undefined);
    const short = own.filter(({ shortFor }) => shortFor !== undefined).map(({ name }) => name);
    return {
      title: `${title ?? "Commands"}:`,
      entries: long.map(({ name, summary }) => ({ term: name, description: summary })),
      lines: short.length === 0 ? [] : [short.join(", ")],
    };
  });
}

/** Returns a help page as text, with its first three examples. */
export function helpText(page: HelpPage, width: number): string {
  const examples = page.examples.slice(0, 3).flatMap(({ line, what }) => ["", `# ${what}`, line]);
  const parts = [
    { title: "Usage:", lines: [page.usage] },
    { title: "Arguments:", entries: page.args },
    ...page.groups,
    { title: "Options:", entries: page.options },
    { title: "Examples:", lines: examples.slice(1) },
  ];
  return `${layOutHelp(page.about, parts, width)}\n${GLOBAL_OPTIONS}\n`;
}

function sentence(text: string): string {
  const capitalised = text.charAt(0).toUpperCase() + text.slice(1);
  return capitalised.endsWith(".") ? capitalised : `${capitalised}.`;
}
