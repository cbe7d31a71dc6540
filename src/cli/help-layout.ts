import { wrapWords } from "../base/word-wrap.js";

/** A command, an argument or an option, and what it means. */
export interface HelpEntry {
  readonly term: string;
  readonly description: string;
}

/** A part of a help page under its title: lines as they are, or entries. */
export interface HelpPart {
  readonly title: string;
  readonly lines?: readonly string[];
  readonly entries?: readonly HelpEntry[];
}

/** As wide as the terminal, as long as lines can be read with ease. */
export function helpWidth(columns: number | undefined): number {
  return Math.min(columns ?? 100, 120);
}

/** Less room than this is not worth wrapping for: a terminal wraps as well. */
const LEAST_ROOM = 40;

/**
 * A help page as text: what it is about, then its parts, the meanings of all entries below one
 * another. Parts without anything in them are left out.
 * @param width in columns
 */
export function layOutHelp(about: string, parts: readonly HelpPart[], width: number): string {
  const terms = parts.flatMap(({ entries = [] }) => entries.map(({ term }) => term.length));
  const column = Math.max(0, ...terms) + 4;
  const blocks = parts.map(({ title, lines = [], entries = [] }) => [
    title,
    ...lines.map((line) => `  ${line}`),
    ...entries.map((entry) => entryLine(entry, column, width - column)),
  ]);
  return [
    about.split("\n").flatMap((line) => paragraph(line, width)),
    ...blocks.filter(({ length }) => length > 1),
  ]
    .map((lines) => `${lines.join("\n")}\n`)
    .join("\n");
}

function entryLine({ term, description }: HelpEntry, column: number, room: number): string {
  const lines = room < LEAST_ROOM ? [description] : wrapWords(description, room);
  return `  ${term}`.padEnd(column) + lines.join(`\n${" ".repeat(column)}`);
}

/** A line that begins with a space is laid out already, such as one to be copied. */
function paragraph(line: string, width: number): string[] {
  return line.startsWith(" ") ? [line] : wrapWords(line, width);
}
