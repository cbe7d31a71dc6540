/** How texts are measured, and what becomes of a word that is wider than a line. */
export interface Measure {
  readonly width: (text: string) => number;
  /** Pieces of a word, each at most a line wide. */
  readonly pieces: (word: string, limit: number) => readonly string[];
}

/** Every character takes one column, and a long word stays whole. */
const PLAIN: Measure = { width: (text) => text.length, pieces: (word) => [word] };

/** Lines of at most `limit` columns, broken between words; a run of spaces is one. */
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
