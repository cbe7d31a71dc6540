/** A value over a stretch of time. */
export interface ChartPoint {
  /** Milliseconds since the epoch, exclusive; the same as `to` where no stretch is known. */
  readonly from: number;
  /** Inclusive: when the value was settled. */
  readonly to: number;
  /** Percent; null where there is none. */
  readonly value: number | null;
}

/** A stretch of time. */
export interface Span {
  /** Milliseconds since the epoch, exclusive. */
  readonly from: number;
  /** Inclusive. */
  readonly to: number;
}

/** The stretch of time that a chart shows, cut into columns of equal length. */
export interface Frame extends Span {
  readonly columns: number;
}

/** What a series shows in one column. */
export interface Cell {
  /** Percent. */
  readonly value: number;
  /** Whether a value was settled in this column; where not, the next one is shown. */
  readonly settled: boolean;
  /** How many values share the column. */
  readonly values: number;
}

/** How values that share a column become one. */
export type Combine = "mean" | "last";

/**
 * What a series shows in each column; undefined is a gap.
 * @param points in the order of time, their stretches not overlapping
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
