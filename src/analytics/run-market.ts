import { Big } from "big.js";
import { sumOf } from "../base/decimal.js";
import { MINUTE_MS } from "../base/periods.js";
import type { FundingPoint } from "../client/resources/funding.js";
import { missingTimes, timeEvents } from "./rhythm.js";
import type { ClockedMarket, PacedEvent, RunClock } from "./run-clock.js";
import { eventOf } from "./settled-event.js";

/** What one market settled in one period. */
export interface PaidPeriod {
  /** Σ mark price × rate, USD for each unit held short; null where the period has a hole. */
  readonly paid: Big | null;
  /** Events with a rate and a mark. */
  readonly counted: number;
  /** Events that should be there. */
  readonly of: number;
  /** True where the listing has different values for one of its events. */
  readonly conflicting: boolean;
  /** Σ paid of this period and of those before it on the clock, without those with a hole. */
  readonly sofar: Big;
}

/** The settled funding of one market, prepared once for all positions in it. */
export interface RunMarket extends ClockedMarket {
  /** Its periods on a clock, oldest first. */
  readonly periodsOf: (clock: RunClock) => readonly PaidPeriod[];
}

/** An event with what it pays for each unit held short, USD; null where rate or mark is not told. */
interface PaidEvent {
  readonly time: number;
  readonly paid: Big | null;
  readonly conflicting: boolean;
}

const prepared = new WeakMap<readonly FundingPoint[], RunMarket>();

/** Prepares a history; undefined where too little settled to know how often the market settles. */
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
