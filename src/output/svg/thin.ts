import { type ChartPoint, cellsOf, type Span } from "../chart/layout/columns.js";
import type { Plot } from "../chart/layout/plot.js";

/** Maximum number of values of a series: one for every few units of the picture. */
const MOST_BARS = 180;
const MOST_LEVELS = 400;

/** Reports whether a value belongs to its own span and is no level. */
export function isPerSpan({ isPerSpan, combine }: Plot): boolean {
  return isPerSpan ?? combine === "mean";
}

/** Returns the points of each series of a plot, combined where there are more than can be seen. */
export function thinned(plot: Plot, span: Span): readonly (readonly ChartPoint[])[] {
  const most = isPerSpan(plot) ? MOST_BARS : MOST_LEVELS;
  return plot.series.map(({ points }) =>
    points.length <= most ? points : combined(points, { ...span, columns: most }, plot),
  );
}

function combined(
  points: readonly ChartPoint[],
  frame: Span & { readonly columns: number },
  { combine }: Plot,
): ChartPoint[] {
  const width = (frame.to - frame.from) / frame.columns;
  const found: ChartPoint[] = [];
  let from: number | undefined;
  for (const [column, cell] of cellsOf(points, frame, combine).entries()) {
    const start = frame.from + column * width;
    from = cell === undefined ? undefined : (from ?? start);
    if (from === undefined || cell?.settled !== true) continue;
    found.push({ from, to: start + width, value: cell.value });
    from = start + width;
  }
  return found;
}
