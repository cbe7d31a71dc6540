import type { Word } from "../model.js";
import type { Offer } from "../offer.js";

const CONTROL = /\p{Cc}/u;

/** Returns what is shown of a word, without anything that a terminal would obey. */
export function described({ description = "" }: Word): string {
  if (/^[ -~]*$/.test(description)) return description; // the other expression takes 1 ms to compile
  return description.replaceAll(/[\p{C}\p{Z}]+/gu, " ").trim();
}

/** Whether a text can stand in a line of an answer. */
export function isOneLine(text: string): boolean {
  return !CONTROL.test(text);
}

/** Returns the words that begin with what is typed, for a shell that does not choose itself. */
export function beginning({ words, typed, anyCase }: Offer, mayDifferInCase = anyCase): Word[] {
  const folded = (text: string) => (mayDifferInCase ? text.toLowerCase() : text);
  return words.filter(({ value }) => folded(value).startsWith(folded(typed)));
}
