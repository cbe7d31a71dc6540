import { charactersOf, prepareFor, widthOf, wrapWords } from "../../base/text-width.js";

/** Measures text in columns of a terminal, and fits it to a width. */
export interface Ruler {
  /** Returns the number of columns that a text takes. */
  width(text: string): number;
  /**
   * Wraps a text into lines of at most `width` columns (2 or more), between words, and within a word
   * only if it is longer than a line.
   */
  wrap(text: string, width: number): string[];
  /** Returns the start of a text: whole characters in at most `width` columns (2 or more). */
  start(text: string, width: number): string;
}

const RULER: Ruler = {
  width: widthOf,
  wrap: (text, columns) => wrapWords(text, columns, { width: widthOf, pieces: breakWord }),
  start: (text, columns) => (widthOf(text) <= columns ? text : (breakWord(text, columns)[0] ?? "")),
};

/** Returns a ruler for these texts and parts of them. */
export async function rulerFor(texts: Iterable<string>): Promise<Ruler> {
  await prepareFor(texts);
  return RULER;
}

function breakWord(word: string, limit: number): string[] {
  const pieces: string[] = [];
  let piece = "";
  let taken = 0;
  const add = (part: string, columns: number) => {
    if (taken + columns > limit) {
      pieces.push(piece);
      piece = "";
      taken = 0;
    }
    piece += part;
    taken += columns;
  };
  for (const character of charactersOf(word)) {
    const columns = widthOf(character);
    if (columns <= limit) add(character, columns);
    else for (const part of character) add(part, widthOf(part)); // many combining marks on one letter
  }
  return [...pieces, piece];
}
