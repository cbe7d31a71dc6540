import type { Word } from "../model.js";
import { described } from "./text.js";

/** What `COMP_TYPE` is where bash only lists: after a second TAB, with menus, and at once. */
const LISTING = new Set(["33", "63", "64"]);

/**
 * Returns the lines of an answer for words that bash lists with a text in front. Their descriptions
 * are part of what it lists, and so begin with the blanks that put them under each other.
 * @param type `COMP_TYPE`
 * @param columns the width of the terminal
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
 * Bash may insert what its rows have in common, so the words have to differ before the descriptions
 * begin, in more than what readline can be told to take for the same; none may have a blank in it.
 */
function differ(words: readonly Word[]): boolean {
  if (words.some(({ value }) => /\s/.test(value))) return false;
  const folded = words.map(({ value }) => value.toLowerCase().replaceAll("-", "_"));
  return new Set(folded).size > 1;
}
