import { wrapWords } from "../base/text-width.js";

/** A command, an argument or an option, with its description. */
export interface HelpEntry {
  readonly term: string;
  readonly description: string;
}

/** A titled part of a help page: entries, then literal lines. */
export interface HelpPart {
  readonly title: string;
  readonly entries?: readonly HelpEntry[];
  readonly lines?: readonly string[];
}

/** Returns the width of help in columns: the terminal's (100 when unknown), at most 120. */
export function helpWidth(columns: number | undefined): number {
  return Math.min(columns ?? 100, 120);
}

/** Minimum width of a description; a narrower one is left to the terminal to wrap. */
const LEAST_ROOM = 40;

/** Lays out a help page of `width` columns; descriptions share one column, empty parts are left out. */
export function layOutHelp(about: string, parts: readonly HelpPart[], width: number): string {
  const terms = parts.flatMap(({ entries = [] }) => entries.map(({ term }) => term.length));
  const column = Math.max(0, ...terms) + 4;
  const blocks = parts.map(({ title, entries = [], lines = [] }) => [
    title,
    ...entries.map(({ term, description }) => {
      const room = width - column;
      const lines = room < LEAST_ROOM ? [description] : wrapWords(description, room);
      return `  ${term}`.padEnd(column) + lines.join(`\n${" ".repeat(column)}`);
    }),
    ...lines.map((line) => (line === "" ? "" : `  ${line}`)),
  ]);
  return [
    about.split("\n").flatMap((line) => (line.startsWith(" ") ? [line] : wrapWords(line, width))),
    ...blocks.filter(({ length }) => length > 1),
  ]
    .map((lines) => `${lines.join("\n")}\n`)
    .join("\n");
}

/** `carry` itself as plain data, so that its help page needs no parser. */
export const root = {
  description: "Check hedged funding positions, funding rates and assets from the terminal.",
  usage: "carry [options] [command]",
  version: { flags: "-V, --version", description: "print the version" },
  help: { flags: "-h, --help", description: "show help" },
  examples: [
    { line: "carry list --profile sandbox", what: "try it without a configuration" },
    { line: "carry auth login", what: "set up the service and the API key" },
  ],
} as const;
