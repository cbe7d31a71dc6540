import type { Sink } from "../../terminal/io.js";
import type { Section } from "../table/section.js";
import type { Look } from "../text/look.js";
import { rulerFor } from "../text/ruler.js";
import { drawBody } from "./body.js";
import { chartHeading } from "./heading.js";
import type { Frame } from "./layout/columns.js";
import { layOut, spanText } from "./layout/layout.js";
import { isOther, type Plot } from "./layout/plot.js";
import { timeTicks } from "./layout/time-ticks.js";
import { createPens, type Glyphs, glyphsOf } from "./pens.js";

/** Minimum width of a terminal for a chart. */
export const NARROWEST_CHART = 40;

/** Assumed size of a terminal of unknown size. */
const PIPE = { width: 80, height: 24 };

/** Lines for headings, the time axis, and figures below the chart. */
const BESIDE = 10;
const FEWEST_ROWS = 10;
const MOST_ROWS = 26;

/**
 * Draws plots one below the other on a common time axis, not wider than the terminal.
 * @param plots plots whose series are explained where they differ from those of the plot above
 * @param height lines of the terminal
 * @returns undefined if the terminal is too narrow, or there are no values
 */
async function renderChart(
  plots: readonly Plot[],
  look: Look,
  height = PIPE.height,
): Promise<string | undefined> {
  const width = look.width ?? PIPE.width;
  const points = plots.flatMap(({ series }) => series.flatMap((it) => it.points));
  if (width < NARROWEST_CHART || points.every(({ value }) => value === null)) return undefined;

  const layout = layOut(plots, {
    columnsBeside: (labelWidth) => width - labelWidth - 1,
    rows: Math.min(MOST_ROWS, Math.max(FEWEST_ROWS, height - BESIDE)),
  });
  const { frame, labelWidth } = layout;
  const lines: string[] = [];
  for (const [index, laid] of layout.plots.entries()) {
    if (index > 0) lines.push("");
    const pens = await createPens(laid.series.length, look);
    lines.push(...(await chartHeading(laid, frame, pens, width, isOther(plots, index))));
    lines.push(...drawBody(laid, frame.columns, labelWidth, pens));
  }
  lines.push(...drawTimeAxis(frame, labelWidth, glyphsOf(look), look.zone));
  const span = spanText(frame, look.zone); // the axis shows no years and zones
  lines.push(...(await rulerFor([span])).wrap(span, width));
  return lines.map((line) => `${line.trimEnd()}\n`).join("");
}

/**
 * Draws the time axis below a plot, as two lines. A tick is in the first column after its time; a
 * tick without room for its label is left out.
 * @param margin columns to the left of the vertical axis
 * @param zone IANA name; undefined for the zone of this machine
 */
function drawTimeAxis(
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

/**
 * Draws a chart as wide and as high as the terminal, with sections below it.
 * @returns the text, and whether there are values to draw
 */
export async function renderTerminalChart(
  plots: readonly Plot[],
  sections: readonly Section[],
  look: Look,
  sink: Sink,
): Promise<{ readonly text: string; readonly isDrawn: boolean }> {
  const chart = await renderChart(plots, look, sink.isTTY ? sink.rows : undefined);
  const width = look.width ?? PIPE.width;
  let text = chart === undefined ? "" : `${chart}\n`;
  for (const { render } of sections) text += await render({ ...look, width });
  return { text, isDrawn: chart !== undefined };
}
