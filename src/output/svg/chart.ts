import type { ChartPoint, Span } from "../chart/layout/columns.js";
import { spanOf } from "../chart/layout/layout.js";
import { type ChartSeries, isOther, type Plot } from "../chart/layout/plot.js";
import { element, type Markup } from "../markup/element.js";
import { type Area, cut, LINE, widthOf } from "./canvas.js";
import { drawPlot } from "./plot.js";
import { thinned } from "./thin.js";
import { type ValueAxis, valueAxis } from "./value-axis.js";

/** Size of a chart, in units of the picture. */
export interface ChartSize {
  readonly width: number;
  /** Height of each plot without its heading and its times. */
  readonly plotHeight: number;
}

/** A drawn chart: its parts from the top down, and how high they are. */
export interface DrawnChart {
  readonly content: readonly Markup[];
  readonly height: number;
}

const RIGHT = 14;
const TICK_DISTANCE = 30;
const BELOW_PLOT = 14;
const TIMES = 24;

/**
 * Draws plots one below the other on a common time axis.
 * @param zone IANA name for times; undefined for the zone of this machine
 * @returns undefined if there are no values
 */
export function drawChart(
  plots: readonly Plot[],
  { width, plotHeight }: ChartSize,
  zone: string | undefined,
): DrawnChart | undefined {
  const all = plots.flatMap(({ series }) => series.flatMap(({ points }) => points));
  if (all.every(({ value }) => value === null)) return undefined;
  const span = spanOf(plots);
  const laid = plots.map((plot) => layPlot(plot, span, plotHeight));
  const labels = laid.flatMap(({ axis }) => axis.ticks.map(({ label }) => widthOf(label)));
  const left = Math.ceil(Math.max(...labels)) + 12;
  const content: Markup[] = [];
  let top = 0;
  for (const [index, { plot, points, axis }] of laid.entries()) {
    const hasTimes = index === laid.length - 1;
    const legend = legendOf(isOther(plots, index) ? plot.series : [], width - RIGHT);
    content.push(
      drawTitle(plot, points.some(isGapped), width, top),
      ...legend.draw(0, top + LINE + 2),
    );
    const begin = top + LINE + 4 + legend.height;
    const body: Area = { left, right: width - RIGHT, top: begin, bottom: begin + plotHeight };
    const shifted = shift(axis, begin);
    content.push(drawPlot({ plot, points, span, body, axis: shifted, hasTimes }, zone));
    top = body.bottom + (hasTimes ? TIMES : BELOW_PLOT);
  }
  return { content, height: top };
}

function layPlot(plot: Plot, span: Span, height: number) {
  const points = thinned(plot, span);
  const axis = valueAxis(
    valuesOf(points),
    [height, 4],
    plot.unit ?? "percent",
    Math.max(2, Math.round(height / TICK_DISTANCE)),
  );
  return { plot, points, axis };
}

function valuesOf(points: readonly (readonly ChartPoint[])[]): number[] {
  return points.flatMap((own) => own.flatMap(({ value }) => (value === null ? [] : [value])));
}

function shift({ at, ticks }: ValueAxis, by: number): ValueAxis {
  return {
    at: (value) => at(value) + by,
    ticks: ticks.map((tick) => ({ ...tick, at: tick.at + by })),
  };
}

/** Draws the title of a plot, and what its gaps are if it has any. */
function drawTitle({ title, gap }: Plot, hasGaps: boolean, width: number, top: number): Markup {
  const shown = cut(title, width);
  const said = hasGaps ? ` (gaps: ${gap ?? "no rate"})` : "";
  const fits = widthOf(shown + said) <= width;
  return element(
    "text",
    { class: "title", x: 0, y: top + 12 },
    shown,
    fits && hasGaps ? element("tspan", { class: "gaps" }, said) : undefined,
  );
}

/** Reports whether a value is unknown, or time between two is not covered. */
function isGapped(points: readonly ChartPoint[]): boolean {
  return points.some(
    ({ from, value }, index) => value === null || from > (points[index - 1]?.to ?? from),
  );
}

/** Length of the line that stands for a series. */
const SAMPLE = 22;
const BETWEEN = 14;

/** The names of the series, in as many lines as they need. */
interface Legend {
  readonly height: number;
  /** @param top upper edge of the first line */
  draw(left: number, top: number): Markup[];
}

/** Lays out the names of several series beside their lines; nothing for a single one. */
function legendOf(series: readonly ChartSeries[], width: number): Legend {
  if (series.length < 2) return { height: 0, draw: () => [] };
  let [x, row] = [0, 0];
  const places = series.map(({ label: name }) => {
    const label = cut(name, width - SAMPLE - 5);
    const size = SAMPLE + 5 + widthOf(label);
    if (x > 0 && x + size > width) [x, row] = [0, row + 1];
    const place = { x, row, label };
    x += size + BETWEEN;
    return place;
  });
  return {
    height: (row + 1) * LINE + 2,
    draw: (left, top) =>
      places.flatMap((place, index) => {
        const [start, y] = [left + place.x, top + place.row * LINE + 8];
        const sample = `M${start},${y}h${SAMPLE}`;
        return [
          element("path", { class: `line s${index}`, d: sample }),
          element("text", { class: "name", x: start + SAMPLE + 5, y: y + 4 }, place.label),
        ];
      }),
  };
}
