import { Big } from "big.js";
import { decimal, percentOf } from "./decimal.js";
import { YEAR_MS } from "./periods.js";
import { medianSpacing } from "./rhythm.js";
import type { FundingEvent } from "./settled-event.js";

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
  const spacing = medianSpacing(events);
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
