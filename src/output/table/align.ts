import type { Ruler } from "../text/ruler.js";

const NUMBER = /^([+-]?[\d,]+)(?:\.\d+)?%?$/;

/** Whether a formatted cell is a number, so that it has a decimal point to align. */
export function isNumberText(text: string): boolean {
  return NUMBER.test(text);
}

/**
 * The texts, each with its mark, padded behind so that the decimal points of the numbers come to
 * stand below each other once all are aligned to the right.
 */
export function alignDecimals(
  cells: readonly { readonly text: string; readonly mark: string }[],
  ruler: Ruler,
): string[] {
  const tails = cells.map(({ text, mark }) => tailWidth(text, mark, ruler));
  const longest = tails.reduce((max: number, tail) => Math.max(max, tail ?? 0), 0);
  return cells.map(({ text, mark }, index) => {
    const tail = tails[index];
    return text + mark + (tail === undefined ? "" : " ".repeat(longest - tail));
  });
}

/** How much stands behind the whole part of a number; undefined when it is none. */
function tailWidth(text: string, mark: string, ruler: Ruler): number | undefined {
  const whole = NUMBER.exec(text)?.[1];
  return whole === undefined ? undefined : text.length - whole.length + ruler.width(mark);
}
