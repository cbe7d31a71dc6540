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
