import type { ChartPoint, Span } from "../chart/layout/columns.js";
import { spanOf } from "../chart/layout/layout.js";
import type { Plot } from "../chart/layout/plot.js";
import { element, type Markup } from "../markup/element.js";
import { type Area, cut, LINE, widthOf } from "./canvas.js";
import { drawPlot, pointsOf } from "./plot.js";
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
 * Draws plots of one series each, one below the other on a common time axis.
 * @param zone IANA name for times; undefined for the zone of this machine
 * @returns undefined if there are no values
 */
export function drawChart(
  plots: readonly Plot[],
  { width, plotHeight }: ChartSize,
  zone: string | undefined,
): DrawnChart | undefined {
  if (plots.flatMap(pointsOf).every(({ value }) => value === null)) return undefined;
  const span: Span = spanOf(plots);
  const laid = plots.map((plot) => ({ plot, axis: axisOf(plot, plotHeight) }));
  const labels = laid.flatMap(({ axis }) => axis.ticks.map(({ label }) => widthOf(label)));
  const left = Math.ceil(Math.max(...labels)) + 12;
  const content: Markup[] = [];
  let top = 0;
  for (const [index, { plot, axis }] of laid.entries()) {
    const hasTimes = index === laid.length - 1;
    const begin = top + LINE + 4;
    const body: Area = { left, right: width - RIGHT, top: begin, bottom: begin + plotHeight };
    content.push(
      drawTitle(plot, width, top),
      drawPlot({ plot, span, body, axis: shift(axis, begin), hasTimes }, zone),
    );
    top = body.bottom + (hasTimes ? TIMES : BELOW_PLOT);
  }
  return { content, height: top };
}

function axisOf(plot: Plot, height: number): ValueAxis {
  const values = pointsOf(plot).flatMap(({ value }) => value ?? []);
  const count = Math.max(2, Math.round(height / TICK_DISTANCE));
  return valueAxis(values, [height, 4], plot.unit ?? "percent", count);
}

function shift({ at, ticks }: ValueAxis, by: number): ValueAxis {
  return {
    at: (value) => at(value) + by,
    ticks: ticks.map((tick) => ({ ...tick, at: tick.at + by })),
  };
}

/** Draws the title of a plot, and what its gaps are if it has any. */
function drawTitle(plot: Plot, width: number, top: number): Markup {
  const shown = cut(plot.title, width);
  const said = isGapped(pointsOf(plot)) ? ` (gaps: ${plot.gap ?? "no rate"})` : "";
  const fits = widthOf(shown + said) <= width;
  return element(
    "text",
    { class: "title", x: 0, y: top + 12 },
    shown,
    fits && said !== "" ? element("tspan", { class: "gaps" }, said) : undefined,
  );
}

/** Reports whether a value is unknown, or time between two is not covered. */
function isGapped(points: readonly ChartPoint[]): boolean {
  return points.some(
    ({ from, value }, index) => value === null || from > (points[index - 1]?.to ?? from),
  );
}
