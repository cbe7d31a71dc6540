import stringWidth from "string-width";

const PRINTABLE_ASCII = /^[\x20-\x7e]*$/;

/** How many columns of a terminal the text takes. */
export function textWidth(text: string): number {
  return PRINTABLE_ASCII.test(text) ? text.length : stringWidth(text);
}

/** The text with spaces behind it up to that many columns. */
export function padEnd(text: string, width: number): string {
  return text + " ".repeat(Math.max(0, width - textWidth(text)));
}

/** The text with spaces before it up to that many columns. */
export function padStart(text: string, width: number): string {
  return " ".repeat(Math.max(0, width - textWidth(text))) + text;
}

/**
 * Lines of at most that many columns (2 or more), broken between words, and within a word only
 * where it is longer than a line.
 */
export function wrapText(text: string, width: number): string[] {
  if (textWidth(text) <= width) return [text];
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(/ +/)) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (textWidth(longer) <= width) {
      line = longer;
      continue;
    }
    if (line !== "") lines.push(line);
    line = "";
    for (const piece of breakWord(word, width)) {
      if (line !== "") lines.push(line);
      line = piece;
    }
  }
  return line === "" && lines.length > 0 ? lines : [...lines, line];
}

const graphemes = new Intl.Segmenter();

function breakWord(word: string, width: number): string[] {
  const pieces: string[] = [];
  let piece = "";
  let taken = 0;
  for (const part of unbreakable(word, width)) {
    const partWidth = textWidth(part);
    if (taken + partWidth > width) {
      pieces.push(piece);
      piece = "";
      taken = 0;
    }
    piece += part;
    taken += partWidth;
  }
  return [...pieces, piece];
}

/** Characters as a reader sees them; one that is wider than a line falls into its code points. */
function* unbreakable(word: string, width: number): Generator<string> {
  for (const { segment } of graphemes.segment(word)) {
    if (textWidth(segment) <= width) yield segment;
    else yield* segment;
  }
}
