import type { Frame } from "./layout/columns.js";
import { timeTicks } from "./layout/time-ticks.js";
import type { Glyphs } from "./pens.js";

/**
 * Draws the time axis below a plot, as two lines. A tick is in the first column after its time; a
 * tick without room for its label is left out.
 * @param margin columns to the left of the vertical axis
 * @param zone IANA name; undefined for the zone of this machine
 */
export function drawTimeAxis(
  frame: Frame,
  margin: number,
  glyphs: Glyphs,
  zone: string | undefined,
): string[] {
  const { columns } = frame;
  const line = Array<string>(columns).fill(glyphs.time);
  const labels = Array<string>(columns).fill(" ");
  let free = 0;
  for (const { time, label } of timeTicks(frame, columns, zone)) {
    const column = columnAt(time, frame);
    const start = Math.min(Math.max(0, column - (label.length >> 1)), columns - label.length);
    if (start < free) continue;
    line[column] = glyphs.timeTick;
    labels.splice(start, label.length, ...label);
    free = start + label.length + 1;
  }
  const left = " ".repeat(margin);
  return [left + glyphs.corner + line.join(""), `${left} ${labels.join("")}`];
}

function columnAt(time: number, { from, to, columns }: Frame): number {
  return Math.min(columns - 1, Math.floor(((time - from) / (to - from)) * columns));
}
