import { Big } from "big.js";
import { cumulate } from "./cumulative.js";
import type { FundingEvent } from "./funding.js";
import { MINUTE, missingTimes, type TimedEvent, timeEvents } from "./rhythm.js";

/** One market in one period. */
export interface PeriodSide {
  readonly events: number;
  /** How many more there should be. */
  readonly missing: number;
  /** Exact sum of the rates; null when an event or a rate is missing. */
  readonly rate: string | null;
}

/** What a holder of both markets is paid for one period, as decimal fractions of the notional. */
export interface Period {
  /** Its end, milliseconds since the epoch: all its funding is settled by then. */
  readonly end: number;
  readonly long: PeriodSide;
  readonly short: PeriodSide;
  /** The short market's rate minus the long one's; null when either is null. */
  readonly spread: string | null;
  /** Exact sum of the spreads so far; null when this one is null. */
  readonly cumulative: string | null;
}

export interface Comparison {
  /** Length of a period in milliseconds; undefined when neither market has two events. */
  readonly period: number | undefined;
  /** Oldest first. */
  readonly periods: readonly Period[];
  /** All events that were given. */
  readonly events: { readonly long: number; readonly short: number };
  /** Events of periods that lie only partly in the range: in none of the periods. */
  readonly leftOut: number;
}

/** Milliseconds since the epoch: start inclusive, end exclusive. */
export interface ComparedRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Puts the settled funding of two markets on one clock: periods of equal length that end at
 * multiples of it since the epoch, in UTC, as long as the longest spacing of either market's events.
 * Formulas: docs/analytics.md, "Two markets compared".
 * @param events of the market held long and of the one held short, in any order
 * @param shortest least length of a period, milliseconds
 */
export function compareFunding(
  events: { readonly long: readonly FundingEvent[]; readonly short: readonly FundingEvent[] },
  range: ComparedRange,
  shortest = 0,
): Comparison {
  const long = timeEvents(events.long);
  const short = timeEvents(events.short);
  const counts = { long: long.length, short: short.length };
  const all = [...long, ...short];
  const spacing = all.reduce((most, it) => Math.max(most, it.spacing ?? 0), 0);
  if (spacing === 0) {
    return { period: undefined, periods: [], events: counts, leftOut: all.length };
  }
  const period = Math.max(spacing, shortest);
  const first = periodEnd(
    period,
    all.reduce((low, { time }) => Math.min(low, time), Number.POSITIVE_INFINITY),
  );
  // Whole periods, so that one that the range cuts is not taken for complete.
  const shown = { start: first - period + MINUTE, end: periodEnd(period, range.end) + MINUTE };
  const longs = byPeriod(period, long, shown);
  const shorts = byPeriod(period, short, shown);
  const last = [...longs.keys(), ...shorts.keys()].reduce((high, end) => Math.max(high, end));
  const found: Omit<Period, "spread" | "cumulative">[] = [];
  let leftOut = 0;
  for (let end = first; end <= last; end += period) {
    const sides = { long: sideOf(longs.get(end)), short: sideOf(shorts.get(end)) };
    const whole = sides.long.rate !== null && sides.short.rate !== null;
    const cut = end - period + MINUTE < range.start || end >= range.end;
    if (whole || !cut) found.push({ end, ...sides });
    else leftOut += sides.long.events + sides.short.events;
  }
  return { period, periods: withSpread(found), events: counts, leftOut };
}

/** The rates of a market in a period, and how many are not there. */
interface Bucket {
  readonly rates: (string | null)[];
  missing: number;
}

function byPeriod(
  period: number,
  events: readonly TimedEvent[],
  range: ComparedRange,
): Map<number, Bucket> {
  const buckets = new Map<number, Bucket>();
  const bucketOf = (time: number): Bucket => {
    const end = periodEnd(period, time);
    const bucket = buckets.get(end) ?? { rates: [], missing: 0 };
    buckets.set(end, bucket);
    return bucket;
  };
  const spaced = events.map((event) => ({ ...event, spacing: event.spacing ?? period }));
  for (const { time, rate } of spaced) bucketOf(time).rates.push(rate);
  for (const time of missingTimes(spaced, range)) bucketOf(time).missing++;
  return buckets;
}

/** The end of the period that an event settles: it is for the time up to it, so the end counts. */
function periodEnd(period: number, time: number): number {
  return Math.ceil(time / period) * period;
}

function sideOf({ rates, missing }: Bucket = { rates: [], missing: 0 }): PeriodSide {
  const known = rates.filter((rate) => rate !== null);
  const whole = rates.length > 0 && known.length === rates.length && missing === 0;
  const sum = known.reduce((total, rate) => total.plus(rate), new Big(0));
  return { events: rates.length, missing, rate: whole ? sum.toFixed() : null };
}

function withSpread(periods: readonly Omit<Period, "spread" | "cumulative">[]): Period[] {
  const spreads = periods.map(({ long, short }) =>
    long.rate === null || short.rate === null
      ? null
      : new Big(short.rate).minus(long.rate).toFixed(),
  );
  const sums = cumulate(spreads);
  return periods.map((period, index) => ({
    ...period,
    spread: spreads[index] ?? null,
    cumulative: sums[index] ?? null,
  }));
}
