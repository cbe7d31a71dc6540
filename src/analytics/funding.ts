import { Big } from "big.js";

/** A settled funding event as far as the formulas here look at it. */
export interface FundingEvent {
  /** Milliseconds since the epoch. */
  readonly time: number;
  /** Decimal fraction of the notional; null when the service tells none. */
  readonly rate: string | null;
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
  readonly lowest: string | null;
  readonly highest: string | null;
}

const YEAR_MS = 365 * 86_400_000;
const MEAN_DIGITS = 12;

const NO_RATES = {
  sum: null,
  mean: null,
  annualised: null,
  positive: null,
  lowest: null,
  highest: null,
} as const;

/**
 * Sums settled funding up. Formulas: docs/analytics.md, "Funding of a market".
 * The year is taken from the spacing of the events as observed (its median), since the unit of
 * `funding_interval` is not documented.
 */
export function summariseFunding(events: readonly FundingEvent[]): FundingSummary {
  const rates = events.flatMap(({ rate }) => (rate === null ? [] : [new Big(rate)]));
  const counts = { events: events.length, rated: rates.length };
  const [first] = rates;
  if (first === undefined) return { ...counts, ...NO_RATES };
  const sum = rates.reduce((total, rate) => total.plus(rate), new Big(0));
  const mean = sum.div(rates.length);
  const spacing = medianSpacing(events.map(({ time }) => time));
  const positive = rates.filter((rate) => rate.gt(0)).length;
  return {
    ...counts,
    sum: sum.toFixed(),
    mean: mean.round(MEAN_DIGITS, Big.roundHalfEven).toFixed(),
    annualised:
      spacing === undefined ? null : mean.times(YEAR_MS).div(spacing).times(100).toFixed(6),
    positive: new Big(positive).div(rates.length).times(100).toFixed(2),
    lowest: rates.reduce((low, rate) => (rate.lt(low) ? rate : low), first).toFixed(),
    highest: rates.reduce((high, rate) => (rate.gt(high) ? rate : high), first).toFixed(),
  };
}

/** The median time between neighbouring events, ms; undefined for fewer than two of them. */
export function medianSpacing(times: readonly number[]): number | undefined {
  const sorted = [...times].sort((a, b) => a - b);
  const gaps = sorted
    .slice(1)
    .map((time, index) => time - (sorted[index] ?? time))
    .filter((gap) => gap > 0)
    .sort((a, b) => a - b);
  const middle = gaps.length >> 1;
  const upper = gaps[middle];
  if (upper === undefined) return undefined;
  const lower = gaps.length % 2 === 1 ? upper : (gaps[middle - 1] ?? upper);
  return (lower + upper) / 2;
}
