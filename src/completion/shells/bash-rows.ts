import type { Word } from "../model.js";
import { described } from "./text.js";

/** Values of `COMP_TYPE` with which bash only lists: after a second TAB, with menus, and at once. */
const LISTING = new Set(["33", "63", "64"]);

/**
 * Returns the lines of an answer for words that bash lists with a prefix. Descriptions are part of the
 * listed text, so they are aligned with spaces.
 * @param type `COMP_TYPE`
 * @param columns width of the terminal
 */
export function rowsOf(words: readonly Word[], start: string, type: string, columns: number) {
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
