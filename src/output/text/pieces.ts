import { readable } from "../../base/safe-text.js";
import type { Look } from "./look.js";
import { createPainter, type Tone } from "./paint.js";
import { rulerFor } from "./ruler.js";

/** A part of a line that is not broken unless it is wider than the terminal. */
export interface Piece {
  readonly text: string;
  /** Text for where the line is too narrow for all pieces. */
  readonly short?: string | undefined;
  readonly tone?: Tone | undefined;
  /** Whether it is left out where it would need a line of its own. */
  readonly isOptional?: boolean;
}

/** Draws pieces side by side in as few lines as they need. @param between what is between two pieces */
export async function renderPieces(
  pieces: readonly Piece[],
  between: string,
  look: Look,
): Promise<string> {
  const limit = look.width ?? Number.POSITIVE_INFINITY;
  const ruler = await rulerFor(pieces.map(({ text }) => text));
  const needed = pieces.reduce((sum, { text }) => sum + ruler.width(text), 0);
  const isNarrow = needed + between.length * (pieces.length - 1) > limit;
  const all = pieces.map(({ text, short = text, ...more }) => {
    return { ...more, text: readable(isNarrow ? short : text, look) };
  });
  const paint = await createPainter(look.color);
  const lines: string[] = [];
  let free = 0;
  for (const { text, tone = "plain", isOptional = false } of all) {
    const size = ruler.width(text);
    const last = lines.length - 1;
    if (last >= 0 && between.length + size <= free) {
      lines[last] += between + paint(text, tone);
      free -= between.length + size;
    } else if (!isOptional) {
      const wrapped = ruler.wrap(text, limit);
      lines.push(...wrapped.map((line) => paint(line.trimEnd(), tone)));
      free = wrapped.length > 1 ? 0 : limit - size; // what follows a wrapped one begins a line
    }
  }
  return lines.map((line) => `${line}\n`).join("");
}
