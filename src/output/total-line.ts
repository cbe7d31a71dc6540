import type { Total } from "./column.js";
import { formatCell } from "./format.js";
import type { Look } from "./look.js";
import { textWidth, wrapText } from "./measure.js";
import { createPainter, toneOf } from "./paint.js";
import { visible } from "./safe-text.js";

const BETWEEN = "   ";

/**
 * The figures below a table, side by side: `funding +1,234.56   net PnL +987.00 (48 of 50)`.
 * A line that would be too wide is broken between two figures. Empty when there are none.
 */
export function renderTotals(totals: readonly Total[], look: Look): string {
  const width = look.width ?? Number.POSITIVE_INFINITY;
  const lines: string[] = [];
  let line = "";
  let taken = 0;
  for (const total of totals) {
    const plain = figure(total, { ...look, color: false });
    const size = textWidth(plain);
    if (line !== "" && taken + BETWEEN.length + size > width) {
      lines.push(line);
      line = "";
    }
    if (size > width) {
      lines.push(...wrapText(plain, width)); // wider than the terminal: without colour, but whole
      continue;
    }
    taken = line === "" ? size : taken + BETWEEN.length + size;
    line += (line === "" ? "" : BETWEEN) + figure(total, look);
  }
  if (line !== "") lines.push(line);
  return lines.map((text) => `${text}\n`).join("");
}

function figure({ label, kind, value, signed, note }: Total, look: Look): string {
  const text = formatCell(kind, value, look, signed);
  const painted = createPainter(look.color)(text, toneOf(value, text, signed));
  return `${visible(label)} ${painted}${note === undefined ? "" : ` (${visible(note)})`}`;
}
