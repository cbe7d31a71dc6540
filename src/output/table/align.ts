import type { Ruler } from "../text/ruler.js";

const NUMBER = /^([+-]?[\d,]+)(?:\.\d+)?%?$/;

/** Reports whether a formatted cell is a number, whose decimal point is aligned. */
export function isNumberText(text: string): boolean {
  return NUMBER.test(text);
}

/**
 * Returns the texts with their notes, padded at the end so that the decimal points of numbers line
 * up when all are aligned to the right.
 */
export function alignDecimals(
  cells: readonly { readonly text: string; readonly note: string }[],
  ruler: Ruler,
): string[] {
  const tails = cells.map(({ text, note }) => tailWidth(text, note, ruler));
  const longest = tails.reduce((max: number, tail) => Math.max(max, tail ?? 0), 0);
  return cells.map(({ text, note }, index) => {
    const tail = tails[index];
    return text + note + (tail === undefined ? "" : " ".repeat(longest - tail));
  });
}

/** Returns the width after the integer part of a number; undefined when it is not a number. */
function tailWidth(text: string, note: string, ruler: Ruler): number | undefined {
  const whole = NUMBER.exec(text)?.[1];
  return whole === undefined ? undefined : text.length - whole.length + ruler.width(note);
}
