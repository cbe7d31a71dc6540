import { wrapWords } from "../base/word-wrap.js";
import { layOutHelp } from "../command/help-layout.js";
import { fullHelp, GLOBAL_OPTIONS, type HelpPage, partsOf } from "./help-page.js";

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
