import { wrapWords } from "../../base/word-wrap.js";

/** Measures text as a terminal does, and fits it to a number of columns. */
export interface Ruler {
  /** How many columns of a terminal the text takes. */
  width(text: string): number;
  /** The text with spaces behind it up to that many columns. */
  padEnd(text: string, width: number): string;
  /** The text with spaces before it up to that many columns. */
  padStart(text: string, width: number): string;
  /**
   * Lines of at most that many columns (2 or more), broken between words, and within a word only
   * where it is longer than a line.
   */
  wrap(text: string, width: number): string[];
  /** The beginning of the text, at most that many columns (2 or more) of whole characters. */
  start(text: string, width: number): string;
}

/* Latin letters, the dashes and quotes of print, and the arrows ↑ and ↓: one column each, none joins another. */
const SIMPLE = /^[\u0020-\u007e\u00a0-\u00ac\u00ae-\u02ff\u2010-\u2027\u2191\u2193]*$/;

/*
 * A text this long fills a screen by itself. It is taken character by character, which may count
 * the parts of a joined emoji one by one: finding the joints of a text takes time that grows with
 * the square of its length (half a minute for 40,000 Chinese characters).
 */
const LONG = 2_000;

/**
 * A ruler for these texts and parts of them. string-width takes longer to load than a whole call
 * to the service, so that it is loaded only when there is a text that needs it.
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
    else for (const part of character) add(part, width(part)); // a heap of marks on one letter
  }
  return [...pieces, piece];
}
