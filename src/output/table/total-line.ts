import { readable } from "../../base/safe-text.js";
import type { Look } from "../text/look.js";
import { createPainter, type Tone, toneOf } from "../text/paint.js";
import { rulerFor } from "../text/ruler.js";
import type { Total } from "./column.js";
import { figureText } from "./figure-text.js";

const BETWEEN = "   ";

/**
 * Draws the figures below a table, side by side: `funding +1,234.56   net PnL +987.00 (48 of 50)`.
 * A line that is too wide is broken between two figures. Empty without figures.
 */
export async function renderTotals(totals: readonly Total[], look: Look): Promise<string> {
  const figures = totals.map((total) => figureOf(total, look));
  const ruler = await rulerFor(figures.map(plain));
  const paint = await createPainter(look.color);
  const limit = look.width ?? Number.POSITIVE_INFINITY;
  const lines: string[] = [];
  let free = 0;
  for (const figure of figures) {
    const size = ruler.width(plain(figure));
    if (size > limit) {
      lines.push(...ruler.wrap(plain(figure), limit)); // without colour, but complete
      free = 0;
      continue;
    }
    const painted = figure.label + paint(figure.text, figure.tone) + figure.note;
    const last = lines.length - 1;
    if (last >= 0 && BETWEEN.length + size <= free) {
      lines[last] += BETWEEN + painted;
      free -= BETWEEN.length + size;
    } else {
      lines.push(painted);
      free = limit - size;
    }
  }
  return lines.map((line) => `${line.trimEnd()}\n`).join("");
}

interface Figure {
  readonly label: string;
  readonly text: string;
  readonly note: string;
  readonly tone: Tone;
}

function figureOf(total: Total, look: Look): Figure {
  const { label, value, trail = "", note } = total;
  return {
    label: `${readable(label, look)} `,
    text: figureText(total, look),
    note: readable(note === undefined ? trail : `${trail} (${note})`, look),
    tone: toneOf(value),
  };
}

function plain({ label, text, note }: Figure): string {
  return label + text + note;
}
