import { wrapWords } from "../base/text-width.js";
import type { CommandEntry, CommandSpec, Example } from "../run/define.js";
import { type HelpEntry, type HelpPart, layOutHelp, root } from "../run/help-layout.js";
import { argumentTerm } from "../run/option.js";

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
const GLOBAL_OPTIONS = "Global options: carry help options";

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
function fullHelp(page: HelpPage, width: number): string {
  const lines = page.examples.slice(0, 3).flatMap(({ line, what }) => ["", `# ${what}`, line]);
  const text = layOutHelp(page.about, partsOf(page, lines.slice(1)), width);
  return `${text}\n${GLOBAL_OPTIONS}\n`;
}

/** Returns the parts of a page. @param more lines below the options */
function partsOf(
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

/** Lines of a terminal of the usual size. */
const MOST_LINES = 24;

/** Returns a help page as text: in full, or in at most 24 lines for the flag `-h`. */
export function helpText(page: HelpPage, flag: string | undefined, width: number): string {
  return flag === "-h" ? briefHelp(page, width) : fullHelp(page, width);
}

/** Cuts a page until it fits: one line for descriptions, one example, groups and last options by name. */
function briefHelp(page: HelpPage, width: number): string {
  let text = fullHelp(page, width);
  for (const cut of cutsOf(page, width)) {
    if (linesOf(text, width) <= MOST_LINES) break;
    text = cut;
  }
  return text;
}

/** Counts the lines on a terminal, which wraps what is wider. */
function linesOf(text: string, width: number): number {
  const lines = text.trimEnd().split("\n");
  return lines.reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / width)), 0);
}

function* cutsOf(page: HelpPage, width: number): Generator<string> {
  const { groups, options } = page;
  const entries = groups.flatMap(({ entries = [] }) => entries);
  const flat = [{ title: "Commands:", entries, lines: groups.flatMap(({ lines = [] }) => lines) }];
  const names = groups.map(({ title, entries = [], lines = [] }) => ({
    term: title.replace(/:$/, ""),
    description: [...entries.map(({ term }) => term), ...lines].join(", "),
  }));
  const byName = [{ title: "Commands:", entries: names }];
  for (const fewer of [groups, flat, byName]) {
    for (const count of [3, 2, 1]) yield layOutCut({ ...page, groups: fewer }, count, width);
  }
  for (let count = options.length - 1; count >= 0; count--) {
    const cut = options.slice(count).map(({ term }) => /--[\w-]+/.exec(term)?.[0] ?? term);
    const fewer = { ...page, groups: byName, options: options.slice(0, count) };
    yield layOutCut(fewer, 1, width, cut.join(", "));
  }
}

/** Lays out a page with one line for each description. @param left names of further options */
function layOutCut(page: HelpPage, examples: number, width: number, left?: string): string {
  const lines = page.examples.slice(0, examples).flatMap(({ line, what }) => [`# ${what}`, line]);
  const more = left === undefined ? [] : wrapWords(`and ${left}`, width - 2);
  const text = layOutHelp(page.summary, partsOf(page, lines, more), width, firstLine);
  return `${text}\n${GLOBAL_OPTIONS}\n${page.call} --help has all\n`;
}

function firstLine(text: string, width: number): string[] {
  if (wrapWords(text, width).length === 1) return [text];
  return [`${wrapWords(text, width - 2)[0]} …`];
}
