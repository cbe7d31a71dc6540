import type { ChartPoint, Span } from "../chart/layout/columns.js";
import type { Plot } from "../chart/layout/plot.js";
import { timeTicks } from "../chart/layout/time-ticks.js";
import { element, type Markup } from "../markup/element.js";
import { formatTime } from "../text/format-time.js";
import { type Area, CHARACTER, widthOf } from "./canvas.js";
import { drawBars, drawLevels } from "./series.js";
import { round, type ValueAxis, valueText } from "./value-axis.js";

/** A plot with its place in the picture. */
export interface PlacedPlot {
  readonly plot: Plot;
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
    (plot.isPerSpan === true ? drawBars : drawLevels)(pointsOf(plot), { x, y: axis }),
    drawHover(plot, span, body, zone),
  );
}

/** Returns the points of a plot, in order. */
export function pointsOf({ series }: Plot): readonly ChartPoint[] {
  return series.flatMap(({ points }) => points);
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

/** Draws strips that are visible only on hover; the tooltip of each has a time and its value. */
function drawHover(plot: Plot, span: Span, body: Area, zone: string | undefined): Markup {
  const points = pointsOf(plot);
  const scale = (body.right - body.left) / (span.to - span.from);
  const middle = (a: number, b: number) => body.left + ((a + b) / 2 - span.from) * scale;
  const strips = points.map(({ to, value }, index): Markup | undefined => {
    if (value === null) return undefined;
    const left = Math.max(body.left, middle(points[index - 1]?.to ?? 2 * span.from - to, to));
    const right = Math.min(body.right, middle(to, points[index + 1]?.to ?? 2 * span.to - to));
    const size = { width: round(right - left), height: round(body.bottom - body.top) };
    const when = formatTime(new Date(to).toISOString(), zone) ?? "";
    const text = `${when} · ${valueText(value, plot.unit ?? "percent")}`;
    return element(
      "rect",
      { class: "hover", x: round(left), y: body.top, ...size },
      element("title", {}, text),
    );
  });
  return element("g", {}, strips);
}
