import type { Span } from "../chart/layout/columns.js";
import { timeTicks } from "../chart/layout/time-ticks.js";
import { element, type Markup } from "../markup/element.js";
import { type Area, CHARACTER, widthOf } from "./canvas.js";
import { round } from "./value-axis.js";

/** Draws the lines of round times over a plot, and below it their labels if there is room. */
export function drawTimeAxis(
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
