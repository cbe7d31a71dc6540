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
  /**
   * Whether each value belongs to its own span, such as the PnL of a day, and is no level; default:
   * where values are combined by their mean.
   */
  readonly isPerSpan?: boolean;
  /** What a gap is called: default `no rate`. */
  readonly gap?: string;
}

/** Reports whether the series of a plot, by their labels, differ from those of the plot above it. */
export function isOther(plots: readonly Plot[], index: number): boolean {
  const [own, above] = [plots[index], plots[index - 1]].map((plot) =>
    plot?.series.map(({ label }) => label).join("\n"),
  );
  return above === undefined || own !== above;
}
