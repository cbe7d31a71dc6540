import { readable } from "../../base/safe-text.js";
import { formatCell } from "../text/format.js";
import type { Look } from "../text/look.js";
import { createPainter, toneOf } from "../text/paint.js";
import { rulerFor } from "../text/ruler.js";
import type { Labelled } from "./column.js";
import { GAP } from "./fit.js";
import { drawRows, type Grid, type Pen } from "./grid.js";
import { bounded, type Cell } from "./sheet.js";

/** Draws aligned lines of label and value; long values are wrapped within their column. */
export async function renderDetail(fields: readonly Labelled[], look: Look): Promise<string> {
  const pairs = fields.map(({ label, kind, value }) => {
    const text = bounded(formatCell(kind, value, look), look);
    return pairOf(readable(label, look), { text, tone: toneOf(value) });
  });
  const ruler = await rulerFor(pairs.flat().map(({ text }) => text));
  const lines = drawPairs(pairs, { look, ruler, paint: await createPainter(look.color) });
  return lines.map((line) => `${line}\n`).join("");
}

type Pair = readonly [Cell, Cell];

export function pairOf(label: string, { text, tone }: Cell): Pair {
  return [
    { text: label, tone: "label" },
    { text, tone },
  ];
}

/** Returns the lines of {@link renderDetail} for formatted values. */
export function drawPairs(pairs: readonly Pair[], pen: Pen): string[] {
  const widest = pairs.reduce((max, [{ text }]) => Math.max(max, pen.ruler.width(text)), 1);
  return drawRows(pairs, { ...pen, widths: share(widest, pen.look.width) });
}

/** Divides the width: labels get what they need, at most half of it. */
function share(widest: number, width: number | undefined): Grid["widths"] {
  if (width === undefined) return [widest, null];
  const labelWidth = Math.min(widest, Math.floor(width / 2) - GAP);
  return [labelWidth, width - labelWidth - GAP];
}
