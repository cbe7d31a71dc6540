import type { Total } from "./column.js";
import { formatCell } from "./format.js";
import type { Look } from "./look.js";
import { padEnd, textWidth, wrapText } from "./measure.js";
import { createPainter, type Tone, toneOf } from "./paint.js";
import { visible } from "./safe-text.js";

/** A formatted value with its label. */
export interface Pair {
  readonly label: string;
  readonly text: string;
  readonly tone: Tone;
}

const GAP = 2;

/** One thing as aligned lines of label and value, long values wrapped under themselves. */
export function renderDetail(pairs: readonly Total[], look: Look): string {
  return renderPairs(
    pairs.map(({ label, kind, value, signed, note }) => {
      const text = formatCell(kind, value, look, signed);
      const noted = note === undefined ? text : `${text} (${visible(note)})`;
      return { label: visible(label), text: noted, tone: toneOf(value, text, signed) };
    }),
    look,
  );
}

/** The lines of {@link renderDetail} for values that are formatted already. */
export function renderPairs(pairs: readonly Pair[], look: Look): string {
  const paint = createPainter(look.color);
  const { labelWidth, valueWidth } = share(pairs, look.width);
  const lines: string[] = [];
  for (const { label, text, tone } of pairs) {
    const labels = wrapText(label, labelWidth);
    const values = wrapText(text, valueWidth);
    for (let index = 0; index < Math.max(labels.length, values.length); index++) {
      const left = paint(padEnd(labels[index] ?? "", labelWidth + GAP), "label");
      lines.push((left + paint(values[index] ?? "", tone)).trimEnd());
    }
  }
  return lines.map((line) => `${line}\n`).join("");
}

/** Labels get what they need, but at most half of the width. */
function share(
  pairs: readonly Pair[],
  width: number | undefined,
): { labelWidth: number; valueWidth: number } {
  const widest = pairs.reduce((max, { label }) => Math.max(max, textWidth(label)), 0);
  if (width === undefined) return { labelWidth: widest, valueWidth: Number.POSITIVE_INFINITY };
  const labelWidth = Math.min(widest, Math.floor(width / 2) - GAP);
  return { labelWidth, valueWidth: width - labelWidth - GAP };
}
