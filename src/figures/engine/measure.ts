import type { Figure } from "../../base/decimal.js";
import type { FigureUnknown } from "./figure-unknown.js";

/** Unit of a figure. */
export type Unit =
  /** US dollars. */
  | "usd"
  | "usd_per_day"
  /** US dollars per unit of the asset. */
  | "price"
  /** Percent of a quantity named by the context. */
  | "percent"
  /** Percent per year of 365 days, not compounded. */
  | "percent_per_year"
  /** Percentage points of a price. */
  | "points"
  | "days"
  /** Standard deviations of the changes within a day. */
  | "daily_sd"
  /** A decimal fraction of the notional. */
  | "fraction";

/** A figure with its unit, its time and its coverage, so that no view can show it without them. */
export interface Measure {
  /** Null if an input is missing. */
  readonly value: Figure;
  readonly unit: Unit;
  /** Standard error of the value, in its unit; undefined if it has none or it is unknown. */
  readonly se?: number | undefined;
  /** Time to which the figure applies, milliseconds since the epoch. */
  readonly asOf?: number | undefined;
  /** Number of items included, out of `of`. */
  readonly counted?: number | undefined;
  readonly of?: number | undefined;
  /** Hours covered by data, out of `wantedHours`. */
  readonly coveredHours?: number | undefined;
  readonly wantedHours?: number | undefined;
  /** Why the value is null, if known. */
  readonly unknown?: FigureUnknown | undefined;
  /** True if an input is older than its limit. */
  readonly stale?: boolean | undefined;
  /** True if an input has no time, and may be older than its limit. */
  readonly ageUnknown?: boolean | undefined;
  /** True for an estimate, shown with `~` or `about`. */
  readonly about?: boolean | undefined;
}
