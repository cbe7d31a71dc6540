import type { ChartPoint, Combine } from "./columns.js";

export interface ChartSeries {
  readonly label: string;
  /** Oldest first, with spans that do not overlap. */
  readonly points: readonly ChartPoint[];
}

/** One plot of a chart. A single series is drawn as bars, several as marks. */
export interface Plot {
  readonly title: string;
  readonly series: readonly ChartSeries[];
  /** How several values of a series in one column are combined. */
  readonly combine: Combine;
  /** Unit of the values: default percent. */
  readonly unit?: "percent" | "usd";
  /** What a gap is called: default `no rate`. */
  readonly gap?: string;
}
