import stringWidth from "string-width";
import { type Style, styledTexts } from "../styles.js";
import { isShape } from "./shapes.js";

/** Characters side by side on a terminal that are drawn as one. */
export interface Run {
  readonly text: string;
  readonly styles: readonly Style[];
  /** From 0. */
  readonly row: number;
  readonly column: number;
  /** In columns. */
  readonly width: number;
  /** Whether each character is a shape that fills its place: lines, blocks, marks. */
  readonly isShape: boolean;
}

const segmenter = new Intl.Segmenter("en");

/**
 * Returns what a terminal shows, without blanks. A run of text is words one blank apart, all of them in
 * ASCII or none, since a font may lack the latter; a run of shapes is one character, repeated.
 *
 * @param screen lines with escape sequences for styles
 */
export function runsOf(screen: string): Run[] {
  const runs: Run[] = [];
  let row = 0;
  let column = 0;
  for (const { text, styles } of styledTexts(screen)) {
    for (const { segment } of segmenter.segment(text)) {
      const width = stringWidth(segment);
      if (segment === "\n") {
        row++;
        column = 0;
        continue;
      }
      if (segment !== " ") {
        const next = { text: segment, styles, row, column, width, isShape: isShape(segment) };
        const joined = joinedWith(runs.at(-1), next);
        if (joined !== undefined) runs.pop();
        runs.push(joined ?? next);
      }
      column += width;
    }
  }
  return runs;
}

/** Returns a run and the character behind it as one; undefined if they are drawn apart. */
function joinedWith(before: Run | undefined, next: Run): Run | undefined {
  if (before === undefined || before.row !== next.row) return undefined;
  const gap = next.column - before.column - before.width;
  const isOne = next.isShape
    ? gap === 0 && before.text.endsWith(next.text)
    : gap <= 1 && !before.isShape && isAscii(before.text) === isAscii(next.text);
  if (!isOne || before.styles.join() !== next.styles.join()) return undefined;
  const text = before.text + " ".repeat(gap) + next.text;
  return { ...before, text, width: before.width + gap + next.width };
}

const isAscii = (text: string) => /^[ -~]*$/.test(text);
