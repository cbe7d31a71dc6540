import { wrapWords } from "../base/word-wrap.js";

/** A command, an argument or an option, with its description. */
export interface HelpEntry {
  readonly term: string;
  readonly description: string;
}

/** A titled part of a help page: literal lines, or entries. */
export interface HelpPart {
  readonly title: string;
  readonly lines?: readonly string[];
  readonly entries?: readonly HelpEntry[];
}

/** Returns the width of help in columns: the terminal's (100 when unknown), at most 120. */
export function helpWidth(columns: number | undefined): number {
  return Math.min(columns ?? 100, 120);
}

/** Minimum width of a description; a narrower one is left to the terminal to wrap. */
const LEAST_ROOM = 40;

/**
 * Lays out a help page: the description, then its parts, with all descriptions in one column. Empty
 * parts are left out.
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

/** Wraps a line, unless it begins with a space: such a line is literal, for example a command. */
function paragraph(line: string, width: number): string[] {
  return line.startsWith(" ") ? [line] : wrapWords(line, width);
}
