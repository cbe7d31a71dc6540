import type { ChartPoint, Span } from "../chart/layout/columns.js";
import type { Plot } from "../chart/layout/plot.js";
import { element, type Markup } from "../markup/element.js";
import type { Area } from "./canvas.js";
import { drawHover } from "./hover.js";
import { type Axes, drawBars, drawLevels, drawSteps } from "./series.js";
import { isPerSpan } from "./thin.js";
import { drawTimeAxis } from "./time-axis.js";
import { round, type ValueAxis } from "./value-axis.js";

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
