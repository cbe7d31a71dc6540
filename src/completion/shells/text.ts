import type { Word } from "../model.js";
import type { Offer } from "../offer.js";

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
