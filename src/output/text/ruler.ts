import { wrapWords } from "../../base/word-wrap.js";

/** Measures text in columns of a terminal, and fits it to a width. */
export interface Ruler {
  /** Returns the number of columns that a text takes. */
  width(text: string): number;
  /** Pads a text with spaces at the end to `width` columns. */
  padEnd(text: string, width: number): string;
  /** Pads a text with spaces at the start to `width` columns. */
  padStart(text: string, width: number): string;
  /**
   * Wraps a text into lines of at most `width` columns (2 or more), between words, and within a word
   * only if it is longer than a line.
   */
  wrap(text: string, width: number): string[];
  /** Returns the start of a text: whole characters in at most `width` columns (2 or more). */
  start(text: string, width: number): string;
}

/* Latin letters, typographic dashes and quotes, ↑ and ↓: each takes one column, none joins another. */
const SIMPLE = /^[\u0020-\u007e\u00a0-\u00ac\u00ae-\u02ff\u2010-\u2027\u2191\u2193]*$/;

/*
 * A longer text is measured character by character, which may count the parts of a joined emoji
 * separately: segmenting a text into graphemes takes time that grows with the square of its length
 * (half a minute for 40,000 Chinese characters).
 */
const LONG = 2_000;

/**
 * Returns a ruler for these texts and parts of them. string-width takes longer to load than a call
 * to the service, so it is loaded only for a text that needs it.
 */
export async function rulerFor(texts: Iterable<string>): Promise<Ruler> {
  for (const text of texts) {
    if (SIMPLE.test(text)) continue;
    const { default: stringWidth } = await import("string-width");
    const graphemes = new Intl.Segmenter();
    return createRuler(measureWith(stringWidth), (word) =>
      word.length > LONG ? word : Array.from(graphemes.segment(word), ({ segment }) => segment),
    );
  }
  return createRuler((text) => text.length, Array.from);
}

function measureWith(stringWidth: (text: string) => number): (text: string) => number {
  const widths = new Map<string, number>();
  const widthOf = (character: string): number => {
    const known = widths.get(character);
    if (known !== undefined) return known;
    const width = stringWidth(character);
    widths.set(character, width);
    return width;
  };
  return (text) => {
    if (text.length <= 2) return widthOf(text);
    if (text.length <= LONG) return stringWidth(text);
    let width = 0;
    for (const character of text) width += widthOf(character);
    return width;
  };
}

function createRuler(
  measure: (text: string) => number,
  characters: (word: string) => Iterable<string>,
): Ruler {
  const width = (text: string) => (SIMPLE.test(text) ? text.length : measure(text));
  const pieces = (word: string, limit: number) => breakWord(word, limit, width, characters);
  const spaces = (text: string, columns: number) => " ".repeat(Math.max(0, columns - width(text)));
  return {
    width,
    padEnd: (text, columns) => text + spaces(text, columns),
    padStart: (text, columns) => spaces(text, columns) + text,
    wrap: (text, columns) => wrapWords(text, columns, { width, pieces }),
    start: (text, columns) => (width(text) <= columns ? text : (pieces(text, columns)[0] ?? "")),
  };
}

function breakWord(
  word: string,
  limit: number,
  width: (text: string) => number,
  characters: (word: string) => Iterable<string>,
): string[] {
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
  for (const character of characters(word)) {
    const columns = width(character);
    if (columns <= limit) add(character, columns);
    else for (const part of character) add(part, width(part)); // many combining marks on one letter
  }
  return [...pieces, piece];
}
