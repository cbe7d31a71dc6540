/** A value over a time span. */
export interface ChartPoint {
  /** Milliseconds since the epoch, exclusive; equal to `to` if the span is unknown. */
  readonly from: number;
  /** Time of the settlement, inclusive. */
  readonly to: number;
  /** In the unit of the plot; null if unknown. */
  readonly value: number | null;
}

/** A time span. */
export interface Span {
  /** Milliseconds since the epoch, exclusive. */
  readonly from: number;
  /** Inclusive. */
  readonly to: number;
}

/** The time span of a chart, divided into columns of equal length. */
export interface Frame extends Span {
  readonly columns: number;
}

/** Value of a series in one column. */
export interface Cell {
  /** In the unit of the plot. */
  readonly value: number;
  /** True if a value was settled in this column; otherwise the next one is shown. */
  readonly settled: boolean;
  /** Number of values in the column. */
  readonly values: number;
}

/** How values in one column are combined. */
export type Combine = "mean" | "last";

/**
 * Returns the value of a series in each column; undefined is a gap.
 * @param points in chronological order, with spans that do not overlap
 */
export function cellsOf(
  points: readonly ChartPoint[],
  frame: Frame,
  combine: Combine,
): (Cell | undefined)[] {
  let next = 0;
  return Array.from({ length: frame.columns }, (_, column) => {
    const end = columnEnd(frame, column);
    const settled: (number | null)[] = [];
    for (let point = points[next]; point !== undefined && point.to <= end; point = points[next]) {
      settled.push(point.value);
      next++;
    }
    if (settled.length > 0) return combined(settled, combine);
    const running = points[next];
    if (running === undefined || running.value === null || running.from >= end) return undefined;
    return { value: running.value, settled: false, values: 1 };
  });
}

function combined(settled: readonly (number | null)[], combine: Combine): Cell | undefined {
  const values = settled.filter((value) => value !== null);
  const last = values.at(-1);
  if (last === undefined) return undefined;
  const mean = values.reduce((sum, value) => sum + value / values.length, 0);
  return { value: combine === "mean" ? mean : last, settled: true, values: values.length };
}

function columnEnd({ from, to, columns }: Frame, column: number): number {
  return column === columns - 1 ? to : from + ((to - from) * (column + 1)) / columns;
}
