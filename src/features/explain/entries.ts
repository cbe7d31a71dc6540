import { PAGES } from "./pages.js";

/** What a page says of one name: a row of one of its tables, or a section. */
export interface Entry {
  /** As {@link normal} has them. */
  readonly names: readonly string[];
  /** Feature whose page it is of, or that of declarations. */
  readonly page: string;
  readonly section: string;
  /** What a table calls its first column: `figure`, `state`, `code`, `mark`; undefined for a section. */
  readonly table: string | undefined;
  /** The cells after the name, by their headings. */
  readonly cells: readonly (readonly [heading: string, text: string])[];
  /** The section around it in plain words, without its tables. */
  readonly text: readonly string[];
}

/** First columns of the tables whose rows are explained; other tables are left out. */
const NAMING = ["figure", "state", "code", "stress", "mark", "word"];

/** Returns a name as it is compared: `performance.net_pnl` and `net PnL` are alike. */
export function normal(name: string): string {
  const last = name.toLowerCase().replace(/^(?:performance|legs|totals|rows|exchanges)\./, "");
  return last.replaceAll(/[_-]+/g, " ").replaceAll(/\s+/g, " ").trim() || name;
}

/** Returns the entries of all pages. */
export function readEntries(): Entry[] {
  return Object.entries(PAGES).flatMap(([page, text]) => entriesOf(page, text));
}

function entriesOf(page: string, text: string): Entry[] {
  return text.split(/^(?=##? )/m).flatMap((part) => {
    const [title = "", ...body] = part.split("\n");
    const section = title.replace(/^#+ /, "");
    const blocks = body
      .join("\n")
      .replace(/^\n+/, "")
      .split(/\n{2,}/);
    const texts = blocks.filter((it) => !it.startsWith("|")).flatMap(paragraphsOf);
    const around = { page, section, text: texts.filter((it) => it !== "") };
    const rows = blocks.filter((it) => it.startsWith("|")).flatMap(rowsOf);
    const own = rows.map((row) => ({ ...around, ...row, text: about(row.names, around.text) }));
    return [{ ...around, names: [normal(section)], table: undefined, cells: [] }, ...own];
  });
}

/** Returns the paragraphs of a section that are about a name, and what is left out. */
function about(names: readonly string[], texts: readonly string[]): string[] {
  const isAbout = (text: string) =>
    /^(Left out|Limitations)/.test(text) ||
    names.some((name) => name.length > 2 && normal(text).startsWith(name));
  return texts.filter(isAbout);
}

function rowsOf(table: string): Pick<Entry, "names" | "table" | "cells">[] {
  const [header, , ...rows] = table.split("\n").map(cellsOf);
  const [naming = "", ...headings] = header ?? [];
  if (!NAMING.includes(naming)) return [];
  let above: readonly string[] = [];
  return rows.map(([name = "", ...cells]) => {
    above = cells.map((cell, at) => cell.replace(/^the same(?=$|;)/, above[at] ?? "the same"));
    const said = above.map((cell, at) => [headings[at] ?? "", cell] as const);
    return { names: namesOf(name), table: naming, cells: said };
  });
}

function cellsOf(line: string): string[] {
  return line
    .split(/(?<!\\)\|/)
    .slice(1, -1)
    .map((cell) => plainText(cell));
}

/** Windows that `h` stands for. */
const WINDOWS = ["24h", "7d", "30d"];

function namesOf(cell: string): string[] {
  return cell.split(/, /).flatMap((name) => {
    const window = /^(.+?)(?:\(h\)| h)$/.exec(name)?.[1];
    if (window !== undefined)
      return [window, ...WINDOWS.map((it) => `${window} ${it}`)].map(normal);
    const bare = name.replace(/\s*\(.*\)$/, "");
    return [normal(bare.split("=")[0] || bare)];
  });
}

/** Returns the lines of formulas, or a paragraph as one line. */
function paragraphsOf(block: string): string[] {
  const lines = block.split("\n");
  const isCode = lines.every((line) => line.startsWith("    "));
  return (isCode ? lines : [block]).map(plainText);
}

/** Returns a paragraph without marks of emphasis and addresses of links, in one line. */
function plainText(text: string): string {
  const plain = text
    .replaceAll(/\[([^\]]+)\]\([^)]*\)/g, "$1")
    .replaceAll("`", "")
    .replaceAll("**", "")
    .replaceAll(/(?<![\w*])\*(?=\S)([^*]+)(?<=\S)\*(?![\w*])/g, "$1")
    .replaceAll("\\|", "|");
  return plain.replaceAll(/\s+/g, " ").trim();
}
