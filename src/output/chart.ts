import { renderBody } from "./chart-body.js";
import { createPens, type Pens } from "./chart-pens.js";
import { percentScale } from "./chart-scale.js";
import { type TimeAxis, timeAxis } from "./chart-time.js";
import { formatTime } from "./format-time.js";
import type { Look } from "./look.js";
import { rulerFor } from "./ruler.js";

/** A value at a time. */
export interface ChartPoint {
  /** Milliseconds since the epoch. */
  readonly time: number;
  /** Percent; null is a gap. */
  readonly value: number | null;
}

export interface ChartSeries {
  readonly label: string;
  /** Oldest first. */
  readonly points: readonly ChartPoint[];
}

/** One plot of a chart. */
export interface Plot {
  readonly title: string;
  readonly series: readonly ChartSeries[];
  /** What a series on its own is drawn with: stems from zero, or steps that hold a value. */
  readonly shape: "stems" | "steps";
}

/** Below this there is no room for a plot beside its axis. */
export const NARROWEST_CHART = 40;
/** How wide a chart is where nothing says how wide the terminal is. */
const PIPE_WIDTH = 80;

/**
 * Draws plots below each other on one time axis, none of their lines wider than the terminal.
 * Several series differ in mark and, where there is colour, in colour too.
 * @param plots of values that are finite, at two different times or more
 * @returns undefined when the terminal is too narrow
 */
export async function renderChart(plots: readonly Plot[], look: Look): Promise<string | undefined> {
  const width = look.width ?? PIPE_WIDTH;
  const times = plots.flatMap(({ series }) => series.flatMap(({ points }) => points));
  const from = times.reduce((low, { time }) => Math.min(low, time), Number.POSITIVE_INFINITY);
  const to = times.reduce((high, { time }) => Math.max(high, time), Number.NEGATIVE_INFINITY);
  const scales = plots.map((plot, index) => percentScale(valuesOf(plot), rowsOf(width, index)));
  const labelWidth = Math.max(...scales.flatMap(({ labels }) => labels.map((it) => it.length)));
  const columns = width - labelWidth - 2;
  if (width < NARROWEST_CHART || columns < NARROWEST_CHART / 2) return undefined;

  const axis = timeAxis(from, to, columns, look);
  const parts = [];
  for (const [index, plot] of plots.entries()) {
    const scale = scales[index];
    if (scale === undefined) continue;
    const pens = await createPens(plot.series.length, look);
    const body = await renderBody(plot, { from, to, columns, labelWidth, scale, pens });
    parts.push([await heading(plot, pens, width), body, below(axis, labelWidth, pens)].join(""));
  }
  return `${parts.join("\n")}${await span(from, to, look, width)}`;
}

function valuesOf({ series }: Plot): number[] {
  return series.flatMap(({ points }) => points.flatMap(({ value }) => value ?? []));
}

/** A screen of 24, 40 or 50 lines holds two plots of a chart 80, 120 or 200 columns wide. */
function rowsOf(width: number, index: number): number {
  const first = Math.min(16, Math.max(8, Math.round(width / 10)));
  return index === 0 ? first : Math.max(6, Math.round(first * 0.7));
}

/** The title and, for several series, which mark is whose. */
async function heading({ title, series }: Plot, pens: Pens, width: number): Promise<string> {
  const ruler = await rulerFor([title]);
  const lines = ruler.wrap(title, width);
  if (series.length < 2) return asLines(lines);
  const entries = series.map(({ label }, index) => {
    const pen = pens.of(index);
    return { text: `${pen.mark} ${label}`, painted: `${pen.paint(pen.mark, 1)} ${label}` };
  });
  const several = `${pens.several} several`;
  let room = 0;
  for (const { text, painted } of [...entries, { text: several, painted: several }]) {
    if (text.length + 3 <= room) {
      lines[lines.length - 1] += `   ${painted}`;
      room -= text.length + 3;
    } else {
      lines.push(painted);
      room = width - text.length;
    }
  }
  return asLines(lines);
}

function below({ ticks, labels }: TimeAxis, labelWidth: number, { glyphs }: Pens): string {
  const margin = " ".repeat(labelWidth);
  return asLines([`${margin}${glyphs.corner}${ticks}`, `${margin} ${labels}`]);
}

/** From when to when, in full: the axis has no room for years and zones. */
async function span(from: number, to: number, look: Look, width: number): Promise<string> {
  const [first, last] = [from, to].map((time) =>
    formatTime(new Date(time).toISOString(), look.zone),
  );
  const text = `from ${first} to ${last}`;
  return asLines((await rulerFor([text])).wrap(text, width));
}

function asLines(lines: readonly string[]): string {
  return lines.map((line) => `${line.trimEnd()}\n`).join("");
}
