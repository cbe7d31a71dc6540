import { Big } from "big.js";
import type { Comparison, Period } from "./compare.js";

/** One market over the periods that are whole for both. */
export interface ComparedSide {
  /** All events of the range. */
  readonly events: number;
  /** Those that take part in the sum. */
  readonly counted: number;
  /** Exact, a decimal fraction; null when no period is whole. */
  readonly sum: string | null;
}

/** What a comparison comes to, over the periods that are whole for both markets. */
export interface ComparisonSummary {
  readonly periods: number;
  readonly whole: number;
  readonly long: ComparedSide;
  readonly short: ComparedSide;
  /** Exact sum of the spreads, a decimal fraction: the short side's sum minus the long side's. */
  readonly spread: string | null;
  /** Percent of the notional of one side a year at the mean spread, 365 days, not compounded. */
  readonly annualised: string | null;
  /** Percent of the whole periods in which the spread is above zero. */
  readonly positive: string | null;
}

const YEAR_MS = 365 * 86_400_000;

/** Sums a comparison up. Formulas: docs/analytics.md, "Two markets on one clock". */
export function summariseComparison(comparison: Comparison): ComparisonSummary {
  const { periods, period, events } = comparison;
  const whole = periods.filter(({ spread }) => spread !== null);
  const counts = { periods: periods.length, whole: whole.length };
  const sides = {
    long: sideOf(whole, events.long, (it) => it.long),
    short: sideOf(whole, events.short, (it) => it.short),
  };
  if (whole.length === 0 || period === undefined) {
    return { ...counts, ...sides, spread: null, annualised: null, positive: null };
  }
  const spread = total(whole.map((it) => it.spread));
  const positive = whole.filter((it) => new Big(it.spread ?? 0).gt(0)).length;
  return {
    ...counts,
    ...sides,
    spread: spread.toFixed(),
    annualised: spread.times(YEAR_MS).times(100).div(period).div(whole.length).toFixed(6),
    positive: new Big(positive).times(100).div(whole.length).toFixed(2),
  };
}

function sideOf(
  whole: readonly Period[],
  events: number,
  pick: (period: Period) => Period["long"],
): ComparedSide {
  const counted = whole.reduce((count, period) => count + pick(period).events, 0);
  const sum = total(whole.map((period) => pick(period).rate));
  return { events, counted, sum: whole.length === 0 ? null : sum.toFixed() };
}

function total(values: readonly (string | null)[]): Big {
  return values.reduce((sum, value) => (value === null ? sum : sum.plus(value)), new Big(0));
}
