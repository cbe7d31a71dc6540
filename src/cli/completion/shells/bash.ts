import type { Word } from "../../../run/completion-model.js";
import type { Typed } from "../line.js";
import type { Lookup, Offer } from "../offer.js";
import { answerOf, beginning, described, isOneLine, type Request, type Shell } from "./shell.js";

/** The word under the cursor in bash. */
interface Place {
  /** The word without quotes. */
  readonly current: string;
  readonly quote: Quote;
  /** The end of the word that bash replaces, as typed. */
  readonly replaced: string;
  /** `COMP_TYPE`, the kind of completion. */
  readonly type: string;
  readonly columns: number;
}

/** `COMP_TYPE` for inserting every word; readline removes the open quote before. */
const INSERT_ALL = "42";

/**
 * Parses the request of bash: `COMP_CWORD`, the line after the program's name up to the cursor, the end
 * of it that is replaced, `COMP_TYPE`, `COLUMNS`, `--`, and `COMP_WORDS` without the program's name.
 */
function read(argv: readonly string[]): Request | undefined {
  const [place = "", line = "", replaced = "", type = "", columns = "", dashes, ...pieces] = argv;
  const under = Number(place) - 1;
  if (dashes !== "--" || !(under >= 0)) return undefined;
  const words = joinPieces(line, pieces.slice(0, under)).map((word) => unquote(word));
  const { text: current = "", quote = "" } = words.pop() ?? {};
  const before = withoutRedirections(words.map(({ text }) => text));
  const at = { current, quote, replaced, type, columns: Number(columns) || 80 };
  const [, redirection = "", file = current] = /^([12&]?>>?|<)(.*)$/s.exec(current) ?? [];
  const typed: Typed = { before: before ?? [], current, after: pieces.slice(under + 1) };
  const isFile = before === undefined || redirection !== "";
  return {
    ...typed,
    write(offer, files) {
      if (isFile) return writeFiles(redirection, file, at, files);
      if (offer.files) return writeFiles(offer.prefix, offer.typed, at, files);
      return write(offer, at);
    },
  };
}

export const bash: Shell = { hasSuffixes: false, read };

/** Removes redirections and their files; undefined if the file of one is to be completed. */
function withoutRedirections(words: readonly string[]): string[] | undefined {
  const left: string[] = [];
  let isFile = false;
  for (const word of words) {
    if (isFile) isFile = false;
    else if (/^([12&]?>>?|<)$/.test(word)) isFile = true;
    else if (!/^([12]?>|<)/.test(word)) left.push(word);
  }
  return isFile ? undefined : left;
}

function write(offer: Offer, at: Place): string {
  const words = beginning(offer);
  const isOpen = offer.what === "columns" && words.length === 1;
  return writeWords(words, offer.prefix, at, [isOpen ? "nospace" : ""]);
}

/** Formats file names; if bash replaces the whole path, it completes the path itself. */
function writeFiles(prefix: string, typed: string, at: Place, files: Lookup["files"]): string {
  const isWhole = unquote(at.replaced, at.quote).text === typed;
  const words = files(typed)
    .filter(isOneLine)
    .map((value) => ({ value }));
  const isOpen = words.length === 1 && words[0]?.value.endsWith("/") === true;
  const directives = [isWhole ? "default" : "", isOpen ? "nospace" : ""];
  return writeWords(words, prefix, at, directives);
}

/**
 * Formats the words that bash inserts, without the part of the word that it keeps. The values of a list
 * before the last one stay as typed, and are the second line.
 */
function writeWords(
  words: readonly Word[],
  prefix: string,
  { current, quote, replaced, type, columns }: Place,
  directives: readonly string[],
): string {
  const end = unquote(replaced, quote).text;
  if (!current.endsWith(end)) return "";
  const kept = current.slice(0, current.length - end.length);
  const isAll = type === INSERT_ALL;
  const list = isAll ? "" : replaced.slice(0, replaced.lastIndexOf(",") + 1);
  const before = unquote(list, quote);
  const isSame = list !== "" && kept + before.text === prefix && before.quote === quote;
  const [start, cut] = isSame ? [list, prefix] : ["", kept];
  const parts = words.flatMap((word) => {
    const whole = prefix + word.value;
    return whole.startsWith(cut) ? [{ ...word, value: whole.slice(cut.length) }] : [];
  });
  if (parts.length === 0 && !directives.includes("default")) return "";
  const open = isAll ? "" : { "": "", "'": "single", '"': "double" }[quote];
  return answerOf([open, ...directives], start, rowsOf(parts, start, type, columns));
}

/** `COMP_TYPE` when bash lists: show-all-if-ambiguous, a second TAB, show-all-if-unmodified. */
const LISTING = new Set(["33", "63", "64"]);

/**
 * Returns the lines of an answer for words that bash lists with a prefix. Descriptions are part of the
 * listed text, so they are aligned with spaces.
 */
function rowsOf(words: readonly Word[], start: string, type: string, columns: number) {
  const longest = Math.max(...words.map(({ value }) => start.length + value.length));
  const isListed = LISTING.has(type) && longest < columns && differ(words);
  return words.map((word) => {
    const text = described(word);
    if (!isListed || text === "") return word.value;
    const blanks = " ".repeat(longest - start.length - word.value.length + 2);
    const room = columns - 1 - start.length - word.value.length;
    return `${word.value}\t${`${blanks}(${text})`.slice(0, room)}`;
  });
}

/**
 * Reports whether the words differ by more than case, `-` and `_`, which readline can treat as equal:
 * bash inserts the common prefix of its rows. False for words with white space.
 */
function differ(words: readonly Word[]): boolean {
  if (words.some(({ value }) => /\s/.test(value))) return false;
  const folded = words.map(({ value }) => value.toLowerCase().replaceAll("-", "_"));
  return new Set(folded).size > 1;
}

/** The open quote at a position in a command line; empty without one. */
export type Quote = "" | "'" | '"';

/** A text without its quotes. */
export interface Unquoted {
  readonly text: string;
  /** The open quote at its end. */
  readonly quote: Quote;
}

/**
 * Removes the quotes from a text as bash does; `quote` is the one that is open at its start.
 * @internal exported for tests
 */
export function unquote(text: string, quote: Quote = ""): Unquoted {
  let open = quote;
  let plain = "";
  for (let at = 0; at < text.length; at++) {
    const char = text[at] ?? "";
    if (char === "\\" && open !== "'") {
      const next = text[at + 1] ?? "";
      // In double quotes a backslash escapes few characters, and is literal before others.
      const isEscape = open === "" || /[\\"$`]/.test(next);
      if (isEscape) at++;
      plain += isEscape ? next : char;
    } else if (char === open) {
      open = "";
    } else if (open === "" && (char === "'" || char === '"')) {
      open = char;
    } else {
      plain += char;
    }
  }
  return { text: plain, quote: open };
}

/**
 * Returns the words before the cursor and the one under it up to the cursor, with their quotes. Bash
 * also splits words at `=` and `:`; pieces without white space between them are one word.
 * @param line text after the program's name, up to the cursor
 * @param pieces `COMP_WORDS` before the cursor, without the program's name
 * @internal exported for tests
 */
export function joinPieces(line: string, pieces: readonly string[]): string[] {
  const words: string[] = [""];
  let rest = line;
  const add = (piece: string) => {
    if (/^\s/.test(rest)) words.push("");
    words.push((words.pop() ?? "") + piece);
  };
  for (const piece of pieces) {
    add(piece);
    const at = rest.indexOf(piece);
    if (at !== -1) rest = rest.slice(at + piece.length);
  }
  add(rest.trimStart());
  return words.slice(1);
}
