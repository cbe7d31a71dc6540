import type { FormatContext } from "../text/format.js";

/** A value over a time span. */
export interface ChartPoint {
  /** Milliseconds since the epoch, exclusive; equal to `to` if the span is unknown. */
  readonly from: number;
  /** Time of the settlement, inclusive. */
  readonly to: number;
  /** In the unit of the plot; null if unknown. */
  readonly value: number | null;
}

export interface ChartSeries {
  readonly label: string;
  /** Oldest first, with spans that do not overlap. */
  readonly points: readonly ChartPoint[];
}

/** Unit of drawn values. */
export type DrawnUnit = "percent" | "usd";

/**
 * One plot of a chart, which a terminal draws as text and a report as a picture. In a terminal a single
 * series is drawn as bars, several as marks.
 */
export interface Plot {
  readonly title: string;
  readonly series: readonly ChartSeries[];
  /** How several values of a series in one column of a terminal are combined. */
  readonly combine: "mean" | "last";
  /** Unit of the values: default percent. */
  readonly unit?: DrawnUnit;
  /** Whether each value belongs to its own span, such as the PnL of a day, and is no level. */
  readonly isPerSpan?: boolean;
  /** What a gap is called: default `no rate`. */
  readonly gap?: string;
}

/** A time span: `from` exclusive, `to` inclusive, milliseconds since the epoch. */
export type Span = Pick<ChartPoint, "from" | "to">;

/** Time shown before and after values without a known time span: 12 hours. */
const AROUND = 43_200_000;

/** Returns the points of plots, series after series. */
export function pointsOf(plots: readonly Plot[]): readonly ChartPoint[] {
  return plots.flatMap(({ series }) => series.flatMap(({ points }) => points));
}

/** Reports whether a plot has a value that is known. */
export function areKnown(plots: readonly Plot[]): boolean {
  return pointsOf(plots).some(({ value }) => value !== null);
}

/** Returns the time that plots cover together. */
export function spanOf(plots: readonly Plot[]): Span {
  const points = pointsOf(plots);
  const from = points.reduce((low, point) => Math.min(low, point.from), Number.POSITIVE_INFINITY);
  const to = points.reduce((high, point) => Math.max(high, point.to), Number.NEGATIVE_INFINITY);
  return from === to ? { from: from - AROUND, to: to + AROUND } : { from, to };
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

/** Returns the value of a series in each column; undefined is a gap. */
export function cellsOf(
  points: readonly ChartPoint[],
  frame: Frame,
  combine: Plot["combine"],
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

function combined(settled: readonly (number | null)[], combine: Plot["combine"]): Cell | undefined {
  const values = settled.filter((value) => value !== null);
  const last = values.at(-1);
  if (last === undefined) return undefined;
  const mean = values.reduce((sum, value) => sum + value / values.length, 0);
  return { value: combine === "mean" ? mean : last, settled: true, values: values.length };
}

function columnEnd({ from, to, columns }: Frame, column: number): number {
  return column === columns - 1 ? to : from + ((to - from) * (column + 1)) / columns;
}

/** Returns the column of a time. @param time within the frame, milliseconds since the epoch */
export function columnAt(time: number, { from, to, columns }: Frame): number {
  return Math.min(columns - 1, Math.floor(((time - from) / (to - from)) * columns));
}

const BARS = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"] as const;

/**
 * Returns one bar for each value, on a scale from the least to the greatest, which need not contain zero.
 * An unknown value is a space. Empty for fewer than two known values, and without Unicode.
 */
export function sparkline(
  values: readonly (number | null)[],
  { unicode }: Pick<FormatContext, "unicode">,
): string {
  const known = values.filter((it) => it !== null);
  if (!unicode || known.length < 2) return "";
  const [least, most] = [Math.min(...known), Math.max(...known)];
  const step = (most - least) / (BARS.length - 1);
  const bar = (value: number) => BARS[step === 0 ? 3 : Math.round((value - least) / step)] ?? "";
  return values.map((value) => (value === null ? " " : bar(value))).join("");
}
