/*
 * What carry itself writes: Latin and Greek letters, typographic dashes and quotes, arrows, operators,
 * the parts of frames, bars and marks. Each takes one column, none joins another.
 */
const SIMPLE =
  /^[\u0020-\u007e\u00a0-\u00ac\u00ae-\u02ff\u0370-\u03ff\u2010-\u2027\u2190-\u2193\u2200-\u22ff\u2500-\u25cf\u2713\u2717]*$/;

/*
 * A longer text is measured character by character, which may count the parts of a joined emoji
 * separately: segmenting a text into graphemes takes time that grows with the square of its length
 * (half a minute for 40,000 Chinese characters).
 */
const LONG = 2_000;

/** Texts whose width is kept: cli-table3 measures each line of a cell for each line of its row. */
const KEPT = 1_000;

/** Measures what is not {@link SIMPLE}, once there was such a text. */
let exact:
  | { readonly stringWidth: (text: string) => number; readonly graphemes: Intl.Segmenter }
  | undefined;

const widths = new Map<string, number>();

/**
 * Prepares for texts and parts of them. string-width takes longer to load than a call to the service, so
 * it is loaded only for a text that needs it.
 */
export async function prepareFor(texts: Iterable<string>): Promise<void> {
  for (const text of exact === undefined ? texts : []) {
    if (SIMPLE.test(text)) continue;
    const { default: stringWidth } = await import("string-width");
    exact = { stringWidth, graphemes: new Intl.Segmenter() };
    return;
  }
}

/**
 * Returns the number of columns that a text takes on a terminal, after {@link prepareFor}. cli-table3
 * measures with this, too (tools/build/table-width.ts).
 */
export function widthOf(text: string): number {
  if (exact === undefined || SIMPLE.test(text)) return text.length;
  if (text.length <= LONG) return kept(text, exact.stringWidth);
  let width = 0;
  for (const character of text) width += kept(character, exact.stringWidth);
  return width;
}

function kept(text: string, stringWidth: (text: string) => number): number {
  const known = widths.get(text);
  if (known !== undefined) return known;
  if (widths.size === KEPT) widths.clear();
  const width = stringWidth(text);
  widths.set(text, width);
  return width;
}

/** Returns the characters of a word as a reader sees them; of a long one, its code points. */
export function charactersOf(word: string): Iterable<string> {
  if (exact === undefined || word.length > LONG) return word;
  return Array.from(exact.graphemes.segment(word), ({ segment }) => segment);
}

/** Measures text, and splits words that are wider than a line. */
export interface Measure {
  readonly width: (text: string) => number;
  /** Splits a word into pieces of at most `limit` columns. */
  readonly pieces: (word: string, limit: number) => readonly string[];
}

/** Counts every character as one column, and keeps a long word whole. */
const PLAIN: Measure = { width: (text) => text.length, pieces: (word) => [word] };

/** Breaks text between words into lines of at most `limit` columns; a run of spaces counts as one. */
export function wrapWords(text: string, limit: number, { width, pieces } = PLAIN): string[] {
  if (width(text) <= limit) return [text];
  const lines: string[] = [];
  let line = "";
  let taken = 0;
  for (const word of text.split(" ")) {
    if (word === "") continue;
    const columns = width(word);
    if (line !== "" && taken + 1 + columns <= limit) {
      line += ` ${word}`;
      taken += 1 + columns;
      continue;
    }
    for (const piece of columns <= limit ? [word] : pieces(word, limit)) {
      if (line !== "") lines.push(line);
      line = piece;
    }
    taken = width(line);
  }
  return [...lines, line];
}
