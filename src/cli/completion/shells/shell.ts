import type { Word } from "../../../run/completion-model.js";
import type { Typed } from "../line.js";
import type { Lookup, Offer } from "../offer.js";

/**
 * Version of the protocol between a shell's script and `carry __complete`: the first word of a request,
 * and the second of an answer. Neither side accepts another version, so that a script and a program
 * of different ages offer nothing instead of something wrong.
 */
export const PROTOCOL = "1";

/** A request of a script. */
export interface Request extends Typed {
  /** Formats the answer for the script; empty if there is nothing to offer. */
  readonly write: (offer: Offer, files: Lookup["files"]) => string;
}

/** The protocol of a shell's script. */
export interface Shell {
  /** Whether the shell adds a comma or colon to a word itself, and removes it before a space. */
  readonly hasSuffixes: boolean;
  /** Parses a request without its first two words; undefined if it is invalid. */
  readonly read: (argv: readonly string[]) => Request | undefined;
}

/**
 * Formats an answer: directives for the script on the first line, the common prefix of all words on the
 * second, then one `word<tab>description` per line.
 */
export function answerOf(
  directives: readonly string[],
  start: string,
  lines: readonly string[],
): string {
  const first = ["carry", PROTOCOL, ...directives.filter((it) => it !== "")].join(" ");
  return [first, start, ...lines].map((line) => `${line}\n`).join("");
}

const CONTROL = /\p{Cc}/u;

/** Returns the description of a word without control characters. */
export function described({ description = "" }: Word): string {
  if (/^[ -~]*$/.test(description)) return description; // the other expression takes 1 ms to compile
  return description.replaceAll(/[\p{C}\p{Z}]+/gu, " ").trim();
}

/** Reports whether a text fits in one line of an answer. */
export function isOneLine(text: string): boolean {
  return !CONTROL.test(text);
}

/** Returns the words that begin with the typed text, for a shell that does not filter itself. */
export function beginning({ words, typed, anyCase }: Offer, mayDifferInCase = anyCase): Word[] {
  const folded = (text: string) => (mayDifferInCase ? text.toLowerCase() : text);
  return words.filter(({ value }) => folded(value).startsWith(folded(typed)));
}
