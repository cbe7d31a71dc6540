/** Size of a chart and the places of its parts, in units of the picture. */
export interface Area {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Width of a character of a label; digits are narrower, capitals wider. */
export const CHARACTER = 7;
/** Height of a line of text. */
export const LINE = 16;

/** Returns about how wide a label is. */
export function widthOf(text: string): number {
  return text.length * CHARACTER;
}

/** Cuts a text that is wider than its place. */
export function cut(text: string, width: number): string {
  const most = Math.max(1, Math.floor(width / CHARACTER));
  const characters = Array.from(text);
  return characters.length <= most ? text : `${characters.slice(0, most - 1).join("")}…`;
}
