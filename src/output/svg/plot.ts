import { countWhile } from "../../base/count-while.js";
import type { ChartPoint, Span } from "../chart/layout/columns.js";
import type { Plot } from "../chart/layout/plot.js";
import { timeTicks } from "../chart/layout/time-ticks.js";
import { element, type Markup } from "../markup/element.js";
import { formatTime } from "../text/format-time.js";
import { type Area, CHARACTER, widthOf } from "./canvas.js";
import { type Axes, drawBars, drawLevels, drawSteps } from "./series.js";
import { isPerSpan } from "./thin.js";
import { round, type ValueAxis, valueText } from "./value-axis.js";

/** A plot with its place in the picture. */
export interface PlacedPlot {
  readonly plot: Plot;
  /** The points of each series, as many as can be seen. */
  readonly points: readonly (readonly ChartPoint[])[];
  readonly span: Span;
  readonly body: Area;
  readonly axis: ValueAxis;
  /** Whether the times are written below it. */
  readonly hasTimes: boolean;
}

/** Draws a plot with both axes. @param zone IANA name; undefined for the zone of this machine */
export function drawPlot(placed: PlacedPlot, zone: string | undefined): Markup {
  const { plot, span, body, axis } = placed;
  const width = (body.right - body.left) / (span.to - span.from);
  const x = (time: number) => round(body.left + (time - span.from) * width);
  return element(
    "g",
    {},
    drawTimeAxis(span, body, zone, placed.hasTimes),
    axis.ticks.map(({ at, label, value }) => [
      element("path", {
        class: value === 0 ? "zero" : "rule",
        d: `M${body.left},${at}H${body.right}`,
      }),
      element("text", { x: body.left - 7, y: at + 4, "text-anchor": "end" }, label),
    ]),
    drawSeries(placed, { x, y: axis }),
    drawHover(plot, span, body, zone),
  );
}

function drawSeries({ plot, points }: PlacedPlot, axes: Axes): Markup[] {
  const isLone = points.length === 1;
  if (isPerSpan(plot) && isLone) return drawBars(points[0] ?? [], axes);
  return points.flatMap((own, index) =>
    isPerSpan(plot) ? drawSteps(own, axes, index) : drawLevels(own, axes, index, isLone),
  );
}

/** Draws the lines of round times over a plot, and below it their labels if there is room. */
function drawTimeAxis(
  span: Span,
  body: Area,
  zone: string | undefined,
  isLabelled: boolean,
): Markup[] {
  const width = body.right - body.left;
  const ticks = timeTicks(span, Math.floor(width / CHARACTER), zone);
  let free = Number.NEGATIVE_INFINITY;
  return ticks.flatMap(({ time, label }) => {
    const x = round(body.left + ((time - span.from) / (span.to - span.from)) * width);
    const rule = element("path", { class: "rule", d: `M${x},${body.top}V${body.bottom}` });
    const half = widthOf(label) / 2;
    const middle = round(Math.min(Math.max(x, body.left + half - 24), body.right - half));
    if (!isLabelled || middle - half < free) return [rule];
    free = middle + half + CHARACTER;
    const place = { x: middle, y: body.bottom + 16, "text-anchor": "middle" };
    return [rule, element("text", place, label)];
  });
}

/** Maximum number of strips, so that each is wide enough to be pointed at. */
const MOST_STRIPS = 90;

/** Draws strips that are visible only on hover; the tooltip of each has a time and its values. */
function drawHover(
  { series, unit = "percent" }: Plot,
  span: Span,
  body: Area,
  zone: string | undefined,
): Markup {
  const times = timesOf(series.flatMap(({ points }) => points));
  const scale = (body.right - body.left) / (span.to - span.from);
  const middle = (a: number, b: number) => body.left + ((a + b) / 2 - span.from) * scale;
  const strips = times.map((time, index): Markup | undefined => {
    const values = series.flatMap(({ label, points }) => {
      const value = valueAt(points, time);
      if (value === undefined) return [];
      const text = valueText(value, unit);
      return series.length === 1 ? [text] : [`${label}: ${text}`];
    });
    if (values.length === 0) return undefined;
    const left = Math.max(body.left, middle(times[index - 1] ?? 2 * span.from - time, time));
    const right = Math.min(body.right, middle(time, times[index + 1] ?? 2 * span.to - time));
    const size = { width: round(right - left), height: round(body.bottom - body.top) };
    const when = formatTime(new Date(time).toISOString(), zone) ?? "";
    return element(
      "rect",
      { class: "hover", x: round(left), y: body.top, ...size },
      element("title", {}, [when, ...values].join(" · ")),
    );
  });
  return element("g", {}, strips);
}

/** Returns the times of values, thinned to the maximum number of strips; the last one is kept. */
function timesOf(points: readonly ChartPoint[]): number[] {
  const all = [...new Set(points.map(({ to }) => to))].sort((a, b) => a - b);
  const each = Math.ceil(all.length / MOST_STRIPS);
  return all.filter((_, index) => (all.length - 1 - index) % each === 0);
}

/** Returns the value at a time, that of the span which contains it; undefined if it is unknown. */
function valueAt(points: readonly ChartPoint[], time: number): number | undefined {
  const found = points[countWhile(points.length, (index) => (points[index]?.to ?? 0) < time)];
  const isThen = found !== undefined && (found.from < time || found.to === time);
  return isThen ? (found.value ?? undefined) : undefined;
}
