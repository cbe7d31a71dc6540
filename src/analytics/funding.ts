import { Big } from "big.js";
import type { FundingPoint } from "../api/funding.js";
import { timeOf } from "../api/record-time.js";
import { decimal, percentOf } from "./decimal.js";
import { YEAR_MS } from "./periods.js";

/** A settled funding event as far as the formulas here look at it. */
export interface FundingEvent {
  /** Milliseconds since the epoch. */
  readonly time: number;
  /** Decimal fraction of the notional in plain digits; null when the service tells none. */
  readonly rate: string | null;
  /** `funding_interval` as sent; its unit is not documented. */
  readonly interval?: number | null;
}

/** A point of the service as far as the formulas look at it. */
export function eventOf(point: FundingPoint): FundingEvent {
  return {
    time: timeOf(point) ?? Number.NaN,
    rate: decimal(point.funding_rate)?.toFixed() ?? null,
    interval: point.funding_interval,
  };
}

/** What a series of settled funding comes to. Rates are exact decimal fractions, as strings. */
export interface FundingSummary {
  /** How many events there are. */
  readonly events: number;
  /** How many of them tell a rate; all figures below are over these. */
  readonly rated: number;
  readonly sum: string | null;
  readonly mean: string | null;
  /** Percent of the notional a year at the mean rate; null when the spacing is not known. */
  readonly annualised: string | null;
  /** Percent of the rated events whose rate is above zero. */
  readonly positive: string | null;
  /** How many those are. */
  readonly above: number;
  readonly lowest: string | null;
  readonly highest: string | null;
}

const MEAN_DIGITS = 12;

const NO_RATES = {
  sum: null,
  mean: null,
  annualised: null,
  positive: null,
  above: 0,
  lowest: null,
  highest: null,
} as const;

/**
 * Sums settled funding up. Formulas: docs/analytics.md, "Funding of a market".
 * The year is taken from the spacing of the events as observed (its median), since the unit of
 * `funding_interval` is not documented.
 */
export function summariseFunding(events: readonly FundingEvent[]): FundingSummary {
  const rates = events.map(({ rate }) => decimal(rate)).filter((rate) => rate !== null);
  const counts = { events: events.length, rated: rates.length };
  const [first] = rates;
  if (first === undefined) return { ...counts, ...NO_RATES };
  const sum = rates.reduce((total, rate) => total.plus(rate), new Big(0));
  const mean = sum.div(rates.length);
  const spacing = medianSpacing(events.map(({ time }) => time));
  const above = rates.filter((rate) => rate.gt(0)).length;
  return {
    ...counts,
    sum: sum.toFixed(),
    mean: mean.round(MEAN_DIGITS, Big.roundHalfEven).toFixed(),
    annualised: spacing === undefined ? null : percent(mean.times(YEAR_MS), new Big(spacing)),
    positive: percent(new Big(above), new Big(rates.length)),
    above,
    lowest: rates.reduce((low, rate) => (rate.lt(low) ? rate : low), first).toFixed(),
    highest: rates.reduce((high, rate) => (rate.gt(high) ? rate : high), first).toFixed(),
  };
}

function percent(part: Big, base: Big): string | null {
  return percentOf(part, base)?.toFixed() ?? null;
}

/** The median time between neighbouring events, ms; undefined for fewer than two of them. */
export function medianSpacing(times: readonly number[]): number | undefined {
  const sorted = [...times].sort((a, b) => a - b);
  const gaps = sorted.slice(1).map((time, index) => time - (sorted[index] ?? time));
  return medianOf(gaps.filter((gap) => gap > 0));
}

/**
 * The middle one, of an even number the lower of both: a missing event makes a spacing longer, and
 * none makes it shorter. undefined when there are none.
 */
export function medianOf(values: readonly number[]): number | undefined {
  return [...values].sort((a, b) => a - b)[(values.length - 1) >> 1];
}
