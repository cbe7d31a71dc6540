import type { CommandEntry, CommandSpec, Example } from "../command/define.js";
import { type HelpEntry, type HelpPart, layOutHelp } from "../command/help-layout.js";
import { argumentTerm } from "../command/option.js";
import { root } from "../command/root.js";

/** The contents of a help page. */
export interface HelpPage {
  /** Words of the command: `carry positions list`. */
  readonly call: string;
  readonly about: string;
  /** `about` in one sentence. */
  readonly summary: string;
  readonly usage: string;
  readonly args: readonly HelpEntry[];
  /** Subcommands, by name only: their arguments are on their own pages. */
  readonly groups: readonly HelpPart[];
  readonly options: readonly HelpEntry[];
  readonly examples: readonly Example[];
}

/** Last line of each page. */
export const GLOBAL_OPTIONS = "Global options: carry help options";

/** Returns the help page of `carry` itself. */
export function rootPage(commands: readonly CommandEntry[]): HelpPage {
  return {
    call: "carry",
    about: root.description,
    summary: root.description,
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
    call: `${path} ${name}`,
    about: sentence(description),
    summary: sentence(summary),
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
  const shown = commands.filter(({ hidden }) => hidden !== true);
  return [...new Set(shown.map(({ group }) => group))].map((title) => {
    const own = shown.filter(({ group }) => group === title);
    const long = own.filter(({ shortFor }) => shortFor === undefined);
    const short = own.filter(({ shortFor }) => shortFor !== undefined).map(({ name }) => name);
    return {
      title: `${title ?? "Commands"}:`,
      entries: long.map(({ name, summary }) => ({ term: name, description: summary })),
      lines: short.length === 0 ? [] : [short.join(", ")],
    };
  });
}

/** Returns the page in full, with the first three examples. */
export function fullHelp(page: HelpPage, width: number): string {
  const lines = page.examples.slice(0, 3).flatMap(({ line, what }) => ["", `# ${what}`, line]);
  const text = layOutHelp(page.about, partsOf(page, lines.slice(1)), width);
  return `${text}\n${GLOBAL_OPTIONS}\n`;
}

/** Returns the parts of a page. @param more lines below the options */
export function partsOf(
  { usage, args, groups, options }: HelpPage,
  examples: readonly string[],
  more: readonly string[] = [],
): HelpPart[] {
  return [
    { title: "Usage:", lines: [usage] },
    { title: "Arguments:", entries: args },
    ...groups,
    { title: "Options:", entries: options, lines: more },
    { title: "Examples:", lines: examples },
  ];
}

function sentence(text: string): string {
  const capitalised = text.charAt(0).toUpperCase() + text.slice(1);
  return capitalised.endsWith(".") ? capitalised : `${capitalised}.`;
}
