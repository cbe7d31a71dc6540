import type { Typed } from "./line.js";
import type { Lookup, Offer } from "./offer.js";

/**
 * The version of what a shell's script and `carry __complete` say to each other: the first word of a
 * request, and the second of an answer. Neither side takes anything in another version, so that a
 * script and a program of different ages offer nothing instead of something wrong.
 */
export const PROTOCOL = "1";

/** What a script has asked. */
export interface Request extends Typed {
  /** Returns the answer as the script reads it; empty when there is nothing to offer. */
  readonly write: (offer: Offer, files: Lookup["files"]) => string;
}

/** How a shell's script asks. */
export interface Shell {
  /** The shell puts a comma or colon behind a word itself, and takes it back before a space. */
  readonly hasSuffixes: boolean;
  /** Reads a request without its first two words; undefined for what is none. */
  readonly read: (argv: readonly string[]) => Request | undefined;
}

/**
 * An answer: what it is and what the script is to do with it on the first line, a text that all
 * words have in front on the second, and then `word<tab>description` a line.
 */
export function answerOf(
  directives: readonly string[],
  start: string,
  lines: readonly string[],
): string {
  const first = ["carry", PROTOCOL, ...directives.filter((it) => it !== "")].join(" ");
  return [first, start, ...lines].map((line) => `${line}\n`).join("");
}
