import { Big } from "big.js";
import { bySide, type Side } from "../../analytics/market/by-side.js";
import type { Comparison, Period } from "../../analytics/market/compare.js";
import { yearly } from "../../analytics/market/funding.js";
import type { Measure } from "../../analytics/measure.js";
import { type Figure, percentOf } from "../../base/decimal.js";
import { HOUR_MS, YEAR_MS } from "../../base/time/periods.js";

/** Sums of one market over the periods that are complete for both. */
export interface ComparedSide {
  /** Number of events in the range. */
  readonly events: number;
  /** Number of events in the sum. */
  readonly counted: number;
  /** Number of missing events in the periods. */
  readonly missing: number;
  /** Exact decimal fraction; null if no period is complete. */
  readonly sum: string | null;
}

/** Summary of a comparison, over the periods that are complete for both markets. */
export interface ComparisonSummary {
  /** Length of a period, milliseconds; undefined without a common clock. */
  readonly period: number | undefined;
  readonly periods: number;
  readonly whole: number;
  readonly long: ComparedSide;
  readonly short: ComparedSide;
  /** Exact sum of the spreads, a decimal fraction: the short side's sum minus the long side's. */
  readonly spread: string | null;
  /**
   * Mean spread in percent of the notional of one side per year: 365 days, not compounded; null for
   * less than a day or fewer than 3 settlements of a side.
   */
  readonly annualised: Measure;
  /** Percentage of the complete periods with a spread above zero. */
  readonly positive: string | null;
  /** Number of complete periods with a spread above zero. */
  readonly above: number;
}

/**
 * Returns a rate of one period in percent per year: 365 days, not compounded.
 * @param rate decimal fraction
 * @param period milliseconds
 */
export function annualise(rate: string, period: number): string | null {
  return percentOf(new Big(rate).times(YEAR_MS), new Big(period))?.toFixed() ?? null;
}

/** Summarises a comparison. Formulas: docs/reference/figures/compare.md, "Two markets compared". */
export function summariseComparison({ periods, period, events }: Comparison): ComparisonSummary {
  const whole = periods.filter(({ spread }) => spread !== null);
  const above = whole.filter((it) => new Big(it.spread ?? 0).gt(0)).length;
  const sides = bySide((side) => sideOf(periods, events[side], side));
  const spread = total(whole.map((it) => it.spread));
  const length = period ?? 0;
  const fewest = Math.min(sides.long.counted, sides.short.counted);
  return {
    ...{ period, periods: periods.length, whole: whole.length, above, ...sides },
    spread: spread?.toFixed() ?? null,
    annualised: {
      ...(spread === null ? { value: null } : yearly(spread, length * whole.length, fewest)),
      unit: "percent_per_year",
      asOf: whole.at(-1)?.end,
      counted: whole.length,
      of: periods.length,
      coveredHours: (whole.length * length) / HOUR_MS,
      wantedHours: (periods.length * length) / HOUR_MS,
    },
    positive: percentOf(new Big(above), new Big(whole.length))?.toFixed() ?? null,
  };
}

function sideOf(periods: readonly Period[], events: number, side: Side): ComparedSide {
  const whole = periods.filter(({ spread }) => spread !== null);
  return {
    events,
    counted: whole.reduce((count, period) => count + period[side].events, 0),
    missing: periods.reduce((count, period) => count + period[side].missing, 0),
    sum: total(whole.map((period) => period[side].rate))?.toFixed() ?? null,
  };
}

/** Returns the sum of the known values; null without any value. */
function total(values: readonly (string | null)[]): Figure {
  if (values.length === 0) return null;
  return values.reduce((sum, value) => (value === null ? sum : sum.plus(value)), new Big(0));
}
