import type { Figure } from "../base/decimal.js";

/** What a figure is counted in. */
export type Unit =
  /** US dollars. */
  | "usd"
  | "usd_per_day"
  /** Percent of something named beside it. */
  | "percent"
  /** Percent a year of 365 days, not compounded. */
  | "percent_per_year"
  | "days"
  /** A decimal fraction of the notional. */
  | "fraction";

/**
 * A figure with all that it rests on: no view can show it without knowing its unit, how old it is
 * and how much of what was wanted it covers.
 */
export interface Measure {
  /** Null where something that it is made from is missing. */
  readonly value: Figure;
  readonly unit: Unit;
  /** The moment that it is true for, milliseconds since the epoch. */
  readonly asOf?: number | undefined;
  /** How many of the things that should be in it are in it. */
  readonly counted?: number | undefined;
  readonly of?: number | undefined;
  /** Hours that its data covers, of those that it is meant to cover. */
  readonly coveredHours?: number | undefined;
  readonly wantedHours?: number | undefined;
  /** True when an input is older than the limit for it. */
  readonly stale?: boolean | undefined;
  /** True when it is an estimate, shown with `~` or `about`. */
  readonly about?: boolean | undefined;
}
