import { Big } from "big.js";
import { type BySide, bySide, type Side } from "../../analytics/market/by-side.js";
import type { Comparison, Period } from "../../analytics/market/compare.js";
import { yearly } from "../../analytics/market/funding.js";
import { surenessOf } from "../../analytics/market/uncertainty.js";
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
  readonly sum: Figure;
}

/** Summary of a comparison, over the periods that are complete for both markets. */
export interface ComparisonSummary extends BySide<ComparedSide> {
  /** Exact sum of the spreads, a decimal fraction: the short side's sum minus the long side's. */
  readonly spread: Measure;
  /**
   * Mean spread in percent of the notional of one side per year: 365 days, not compounded; null for
   * less than a day or fewer than 3 settlements of a side.
   */
  readonly annualised: Measure;
  /** Percentage of the complete periods with a spread above zero. */
  readonly positive: Measure;
  /** Number of complete periods with a spread above zero. */
  readonly above: number;
}

/** Returns a rate (decimal fraction) of a period (ms) in percent per year: 365 days, not compounded. */
export function annualise(rate: string, period: number): Figure {
  return percentOf(new Big(rate).times(YEAR_MS), new Big(period));
}

/** Summarises a comparison. Formulas: src/features/compare/explain.md, "Two markets compared". */
export function summariseComparison({
  periods,
  period: length = 0,
  events,
}: Comparison): ComparisonSummary {
  const whole = periods.filter(({ spread }) => spread !== null);
  const above = whole.filter((it) => new Big(it.spread ?? 0).gt(0)).length;
  const sides = bySide((side) => sideOf(periods, events[side], side));
  const spread = total(whole.map((it) => it.spread));
  const fewest = Math.min(sides.long.counted, sides.short.counted);
  const covered = {
    asOf: whole.at(-1)?.end,
    counted: whole.length,
    of: periods.length,
    coveredHours: (whole.length * length) / HOUR_MS,
    wantedHours: (periods.length * length) / HOUR_MS,
  };
  const yearlySpread = yearly(spread, length * whole.length, fewest);
  const rates = periods.map((it) => it.spread && annualise(it.spread, length));
  const sureness = surenessOf(
    rates.map((it) => (it ? it.toNumber() : null)),
    length,
  );
  const positive = percentOf(new Big(above), new Big(whole.length));
  return {
    ...{ ...sides, above },
    spread: { value: spread, unit: "fraction", ...covered },
    annualised: {
      ...{ ...yearlySpread, unit: "percent_per_year", base: "notional", ...covered },
      ...(yearlySpread.value && sureness(periods.length * length)),
    },
    positive: { value: positive, unit: "percent", ...covered },
  };
}

function sideOf(periods: readonly Period[], events: number, side: Side): ComparedSide {
  const whole = periods.filter(({ spread }) => spread !== null);
  return {
    events,
    counted: whole.reduce((count, period) => count + period[side].events, 0),
    missing: periods.reduce((count, period) => count + period[side].missing, 0),
    sum: total(whole.map((period) => period[side].rate)),
  };
}

/** Returns the sum of the known values; null without any value. */
function total(values: readonly (string | null)[]): Figure {
  if (values.length === 0) return null;
  return values.reduce((sum, value) => (value === null ? sum : sum.plus(value)), new Big(0));
}
