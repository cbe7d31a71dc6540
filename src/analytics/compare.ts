import { Big } from "big.js";
import {
  type Clock,
  commonClock,
  expectedEvents,
  periodEnd,
  type Rhythm,
} from "./compare-clock.js";
import { cumulate } from "./cumulative.js";
import type { FundingEvent } from "./funding.js";

/** One market in one period. */
export interface PeriodSide {
  readonly events: number;
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
 * Puts the settled funding of two markets on one clock. Formulas: docs/analytics.md, "Two markets
 * on one clock".
 */
export function compareFunding(
  long: readonly FundingEvent[],
  short: readonly FundingEvent[],
  range: ComparedRange,
): Comparison {
  const events = { long: long.length, short: short.length };
  const clock = commonClock(long, short);
  if (clock === undefined) {
    return { period: undefined, periods: [], events, leftOut: long.length + short.length };
  }
  const longs = byPeriod(clock, long);
  const shorts = byPeriod(clock, short);
  const found: Omit<Period, "spread" | "cumulative">[] = [];
  let leftOut = 0;
  for (const end of periodEnds(clock, [...longs.keys(), ...shorts.keys()], range)) {
    const sides = {
      long: sideOf(clock, clock.long, end, longs.get(end)),
      short: sideOf(clock, clock.short, end, shorts.get(end)),
    };
    const whole = sides.long.rate !== null && sides.short.rate !== null;
    const cut = end - clock.period < range.start || end >= range.end;
    if (whole || !cut) found.push({ end, ...sides });
    else leftOut += sides.long.events + sides.short.events;
  }
  return { period: clock.period, periods: withSpread(found), events, leftOut };
}

function byPeriod(clock: Clock, events: readonly FundingEvent[]): Map<number, FundingEvent[]> {
  const periods = new Map<number, FundingEvent[]>();
  for (const event of events) {
    const end = periodEnd(clock, event.time);
    const list = periods.get(end);
    if (list === undefined) periods.set(end, [event]);
    else list.push(event);
  }
  return periods;
}

/** Every period from the first with an event to the end of the range, also those without any. */
function* periodEnds(
  { period }: Clock,
  used: readonly number[],
  range: ComparedRange,
): Generator<number> {
  const first = used.reduce((low, end) => Math.min(low, end), Number.POSITIVE_INFINITY);
  const lastUsed = used.reduce((high, end) => Math.max(high, end), first);
  const lastOver = Math.floor((range.end - 1) / period) * period;
  const last = Math.max(lastUsed, lastOver);
  for (let end = first; end <= last; end += period) yield end;
}

function sideOf(
  clock: Clock,
  rhythm: Rhythm,
  end: number,
  events: readonly FundingEvent[] = [],
): PeriodSide {
  const rates = events.flatMap(({ rate }) => rate ?? []);
  const whole =
    events.length >= Math.max(1, expectedEvents(clock, rhythm, end)) &&
    rates.length === events.length;
  const sum = rates.reduce((total, rate) => total.plus(rate), new Big(0));
  return { events: events.length, rate: whole ? sum.toFixed() : null };
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
