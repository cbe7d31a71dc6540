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
  /** Number of events with a rate and a mark price. */
  readonly counted: number;
  /** Number of expected events. */
  readonly of: number;
  /** True if the listing has conflicting values for an event. */
  readonly conflicting: boolean;
  /** Σ paid up to and including this period, without incomplete ones. */
  readonly sofar: Big;
}

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
  let sofar = new Big(0);
  return buckets.map((bucket) => {
    const period = paidIn(bucket.events, bucket.missing);
    sofar = period.paid === null ? sofar : sofar.plus(period.paid);
    return { ...period, sofar };
  });
}

function paidIn(events: readonly PaidEvent[], missing: number): Omit<PaidPeriod, "sofar"> {
  const known = events.map(({ paid }) => paid).filter((paid) => paid !== null);
  const counted = known.length;
  const of = events.length + missing;
  return {
    paid: counted === of && of > 0 ? sumOf(known) : null,
    counted,
    of,
    conflicting: events.some(({ conflicting }) => conflicting),
  };
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
