import type { Bound } from "../../base/bound.js";
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

/** What a percentage is of, where the unit does not say it. */
export type Base =
  /** Notional of the larger side. */
  | "notional"
  /** Initial margin. */
  | "margin"
  /** Capital on which the service bases its APR. */
  | "service_capital";

/** A figure with its unit, its time and its coverage, so that no view can show it without them. */
export interface Measure {
  /** Null if an input is missing. */
  readonly value: Figure;
  readonly unit: Unit;
  readonly base?: Base | undefined;
  /** Undefined for an exact value. */
  readonly bound?: Bound | undefined;
  /** Standard error of the value, in its unit; undefined if it has none or it is unknown. */
  readonly se?: number | undefined;
  /** Number of independent periods on which `se` rests. */
  readonly nEff?: number | undefined;
  /** Time to which the figure applies, milliseconds since the epoch. */
  readonly asOf?: number | undefined;
  /** Number of items included, out of `of`. */
  readonly counted?: number | undefined;
  readonly of?: number | undefined;
  /** Hours covered by data, out of `wantedHours`. */
  readonly coveredHours?: number | undefined;
  readonly wantedHours?: number | undefined;
  /** Least hours covered of an item of a total, of which `coveredHours` is the median. */
  readonly coveredHoursLeast?: number | undefined;
  /** Why the value is null, if known. */
  readonly unknown?: FigureUnknown | undefined;
  /** True if an input is older than its limit. */
  readonly stale?: boolean | undefined;
  /** True if an input has no time, and may be older than its limit. */
  readonly ageUnknown?: boolean | undefined;
  /** True for an estimate, shown with `~` or `about`. */
  readonly about?: boolean | undefined;
}
