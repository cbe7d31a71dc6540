import { readable } from "../../base/safe-text.js";
import { formatCell } from "../text/format.js";
import type { Look } from "../text/look.js";
import { createPainter, type Painter, type Tone, toneOf } from "../text/paint.js";
import { type Ruler, rulerFor } from "../text/ruler.js";
import type { Total } from "./column.js";
import { signsOf } from "./mark.js";
import { bounded } from "./sheet.js";

/** A formatted value with its label. */
export interface Pair {
  readonly label: string;
  readonly text: string;
  readonly tone: Tone;
}

const GAP = 2;

/** Draws aligned lines of label and value; long values are wrapped within their column. */
export async function renderDetail(fields: readonly Total[], look: Look): Promise<string> {
  const pairs = fields.map(
    ({ label, kind, value, signed, tone, about, mark, trail = "", note }) => {
      const text = bounded(formatCell(kind, value, look, signed), look);
      const marked = value == null ? text : `${about ? "~" : ""}${text}${signsOf(mark)}`;
      const noted = readable(note === undefined ? trail : `${trail} (${note})`, look);
      return {
        label: readable(label, look),
        text: marked + noted,
        tone: toneOf(value, text, signed, tone),
      };
    },
  );
  const ruler = await rulerFor(pairs.flatMap(({ label, text }) => [label, text]));
  return renderPairs(pairs, look.width, ruler, await createPainter(look.color));
}

/** Draws the lines of {@link renderDetail} for formatted values. */
export function renderPairs(
  pairs: readonly Pair[],
  width: number | undefined,
  ruler: Ruler,
  paint: Painter,
): string {
  const widest = pairs.reduce((max, { label }) => Math.max(max, ruler.width(label)), 0);
  const { labelWidth, valueWidth } = share(widest, width);
  let drawn = "";
  for (const { label, text, tone } of pairs) {
    const labels = ruler.wrap(label, labelWidth);
    const values = ruler.wrap(text, valueWidth);
    for (let index = 0; index < Math.max(labels.length, values.length); index++) {
      const left = paint(ruler.padEnd(labels[index] ?? "", labelWidth + GAP), "label");
      drawn += `${(left + paint(values[index] ?? "", tone)).trimEnd()}\n`;
    }
  }
  return drawn;
}

/** Divides the width: labels get what they need, at most half of it. */
function share(
  widest: number,
  width: number | undefined,
): { labelWidth: number; valueWidth: number } {
  if (width === undefined) return { labelWidth: widest, valueWidth: Number.POSITIVE_INFINITY };
  const labelWidth = Math.min(widest, Math.floor(width / 2) - GAP);
  return { labelWidth, valueWidth: width - labelWidth - GAP };
}
