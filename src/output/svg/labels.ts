import type { Markup } from "../markup/element.js";

/** A drawn chart: its parts from the top down, and how high they are. */
export interface DrawnChart {
  readonly content: readonly Markup[];
  readonly height: number;
}

/** Width of most characters of a label. */
export const CHARACTER = 7;
/** Widths of other characters in a wide font (DejaVu Sans); most fonts are narrower. */
const WIDER = { digit: 7.7, sign: 10, percent: 11.5, point: 3.9, wide: 12 } as const;

/** Returns the approximate width of a label, rather too large than too small. */
export function widthOf(text: string): number {
  let width = 0;
  for (const character of text) width += widthOfCharacter(character);
  return width;
}

function widthOfCharacter(character: string): number {
  if (character >= "0" && character <= "9") return WIDER.digit;
  if (character === "+" || character === "~") return WIDER.sign;
  if (character === "%") return WIDER.percent;
  if (character === "." || character === ",") return WIDER.point;
  return character > "\u2e7f" ? WIDER.wide : CHARACTER;
}

/** Cuts a text to a width, with an ellipsis. */
export function cut(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  let kept = "";
  let free = width - CHARACTER;
  for (const character of text) {
    free -= widthOfCharacter(character);
    if (free < 0) break;
    kept += character;
  }
  return `${kept}…`;
}
