import { Big } from "big.js";
import { sumOf } from "../base/decimal.js";
import { MINUTE_MS } from "../base/periods.js";
import type { FundingPoint } from "../client/resources/funding.js";
import { missingTimes, timeEvents } from "./rhythm.js";
import type { ClockedMarket, PacedEvent, RunClock } from "./run-clock.js";
import { eventOf } from "./settled-event.js";

/** Funding settled by one market in one period. */
export interface PaidPeriod {
  /** Σ mark price × rate, USD per unit held short; null if the period is incomplete. */
  readonly paid: Big | null;
  /** Totals up to and including this period, so that a range costs two of them. */
  readonly sofar: PaidSoFar;
}

/** Totals of consecutive periods of one market. */
export interface PaidSoFar {
  /** Σ paid of the complete periods. */
  readonly paid: Big;
  /** Number of events with a rate and a mark price. */
  readonly counted: number;
  /** Number of expected events. */
  readonly of: number;
  /** Number of incomplete periods. */
  readonly incomplete: number;
  /** Number of periods with an event for which the listing has conflicting values. */
  readonly conflicting: number;
}

/** The totals of no period. */
export const NOTHING_PAID: PaidSoFar = {
  paid: new Big(0),
  counted: 0,
  of: 0,
  incomplete: 0,
  conflicting: 0,
};

/** Settled funding of one market, prepared once for all its positions. */
export interface RunMarket extends ClockedMarket {
  /** Returns the periods of a clock, oldest first. */
  readonly periodsOf: (clock: RunClock) => readonly PaidPeriod[];
}

/** An event with its payment in USD per unit held short; null without a rate or mark price. */
interface PaidEvent {
  readonly time: number;
  readonly paid: Big | null;
  readonly conflicting: boolean;
}

const prepared = new WeakMap<readonly FundingPoint[], RunMarket>();

/** Prepares a history; undefined with too few events to determine the spacing. */
export function marketOf(points: readonly FundingPoint[] | undefined): RunMarket | undefined {
  if (points === undefined) return undefined;
  const known = prepared.get(points);
  if (known !== undefined) return known;
  const timed = timeEvents(points.map(eventOf));
  const events = timed.filter((event): event is PacedEvent => event.spacing !== undefined);
  if (events.length === 0 || events.length < timed.length) return undefined;
  const paid = events.map(paidAt);
  const market = {
    events,
    spacings: [...new Set(events.map(({ spacing }) => spacing))],
    periodsOf: onceAClock((clock) => periodsOf(events, paid, clock)),
  };
  prepared.set(points, market);
  return market;
}

function paidAt({ time, rate, mark, conflicting }: PacedEvent): PaidEvent {
  const known = rate !== null && mark !== null && mark !== undefined;
  return { time, paid: known ? new Big(rate).times(mark) : null, conflicting };
}

function periodsOf(
  events: readonly PacedEvent[],
  payments: readonly PaidEvent[],
  clock: RunClock,
): PaidPeriod[] {
  const { period, count, end } = clock;
  const start = end - count * period;
  const buckets = Array.from({ length: count }, () => ({ events: [] as PaidEvent[], missing: 0 }));
  const bucketOf = (time: number) => buckets[Math.ceil((time - start) / period) - 1];
  for (const event of payments) bucketOf(event.time)?.events.push(event);
  for (const time of missingTimes(events, { start: start + MINUTE_MS, end: end + MINUTE_MS })) {
    const bucket = bucketOf(time);
    if (bucket !== undefined) bucket.missing++;
  }
  let sofar = NOTHING_PAID;
  return buckets.map(({ events: own, missing }) => {
    const paid = paidIn(own, missing);
    sofar = {
      paid: paid === null ? sofar.paid : sofar.paid.plus(paid),
      counted: sofar.counted + own.filter((event) => event.paid !== null).length,
      of: sofar.of + own.length + missing,
      incomplete: sofar.incomplete + (paid === null ? 1 : 0),
      conflicting: sofar.conflicting + (own.some((event) => event.conflicting) ? 1 : 0),
    };
    return { paid, sofar };
  });
}

/** Returns the payments of a period; null if it has none, or not all that are expected. */
function paidIn(events: readonly PaidEvent[], missing: number): Big | null {
  const known = events.map(({ paid }) => paid).filter((paid) => paid !== null);
  return known.length === events.length + missing && known.length > 0 ? sumOf(known) : null;
}

function onceAClock<T>(work: (clock: RunClock) => T): (clock: RunClock) => T {
  const done = new Map<string, T>();
  return (clock) => {
    const key = `${clock.period} ${clock.count} ${clock.end}`;
    const known = done.get(key);
    if (known !== undefined) return known;
    const found = work(clock);
    done.set(key, found);
    return found;
  };
}
