import type { ChartPoint, Combine } from "./columns.js";

export interface ChartSeries {
  readonly label: string;
  /** Oldest first, their stretches of time not overlapping. */
  readonly points: readonly ChartPoint[];
}

/** One plot of a chart. A series on its own is drawn as bars, several as marks. */
export interface Plot {
  readonly title: string;
  readonly series: readonly ChartSeries[];
  /** What a column shows in which several values of a series fall. */
  readonly combine: Combine;
}
