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
