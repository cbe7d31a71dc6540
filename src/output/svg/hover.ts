import type { ChartPoint, Span } from "../chart/layout/columns.js";
import type { Plot } from "../chart/layout/plot.js";
import { element, type Markup } from "../markup/element.js";
import { formatTime } from "../text/format-time.js";
import type { Area } from "./canvas.js";
import { round, valueText } from "./value-axis.js";

/** Maximum number of strips, so that each is wide enough to be pointed at. */
const MOST_STRIPS = 90;

/** Draws strips that are seen only when pointed at, with a time and the values then as their titles. */
export function drawHover(
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

/** Returns the times of values, the last one among them, and no more than there can be strips. */
function timesOf(points: readonly ChartPoint[]): number[] {
  const all = [...new Set(points.map(({ to }) => to))].sort((a, b) => a - b);
  const each = Math.ceil(all.length / MOST_STRIPS);
  return all.filter((_, index) => (all.length - 1 - index) % each === 0);
}

/** Returns the value at a time, that of the span which contains it; undefined if it is unknown. */
function valueAt(points: readonly ChartPoint[], time: number): number | undefined {
  let [low, high] = [0, points.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((points[middle]?.to ?? 0) < time) low = middle + 1;
    else high = middle;
  }
  const found = points[low];
  const isThen = found !== undefined && (found.from < time || found.to === time);
  return isThen ? (found.value ?? undefined) : undefined;
}
