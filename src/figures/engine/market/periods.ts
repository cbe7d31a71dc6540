import { Big } from "big.js";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../base/time/periods.js";
import { decimalOf, decimalsOf, unitsOf } from "../../../base/whole.js";
import type { MarketEvent } from "../../credible/settled-event.js";
import { missingTimes, type TimedEvent, timeEvents } from "./rhythm.js";

/** An event with a known spacing. */
export type PacedEvent = TimedEvent & { readonly spacing: number };

/** Consecutive periods of equal length that end at multiples of it since the epoch. */
export interface RunClock {
  /** Length of a period, milliseconds. */
  readonly period: number;
  /** Number of periods. */
  readonly count: number;
  /** End of the last period, milliseconds since the epoch. */
  readonly end: number;
}

/** Settled funding of a market, prepared once for all its positions and pairs. */
export interface Market {
  /** In chronological order; at least one. */
  readonly events: readonly PacedEvent[];
  /** Distinct spacings of the events. */
  readonly spacings: readonly number[];
  /** Returns Σ rate of each period, a fraction of the notional. */
  readonly ratesOf: (clock: RunClock) => MarketPeriods;
  /** Returns Σ rate × mark price of each period, USD per unit held short. */
  readonly paymentsOf: (clock: RunClock) => MarketPeriods;
}

/**
 * Returns the periods of a window: as long as the longest spacing of a market in it, and as many as
 * cover the window.
 * @param hours length of the window
 * @param now milliseconds since the epoch
 */
export function runClock(markets: readonly Market[], hours: number, now: number): RunClock {
  // The events in the window depend on the length of a period; takes the shortest that fits.
  const lengths = [...new Set(markets.flatMap(({ spacings }) => spacings))].sort((a, b) => a - b);
  let clock: RunClock = { period: hours * HOUR_MS, count: 1, end: now };
  for (const period of lengths) {
    const count = Math.ceil((hours * HOUR_MS) / period);
    clock = { period, count, end: endOf(period, markets, now) };
    if (markets.every((market) => fits(market, clock))) break;
  }
  return clock;
}

/** Returns the latest end of a period with no event awaited before it. */
export function endOf(
  period: number,
  markets: readonly Pick<Market, "events">[],
  now: number,
): number {
  const awaited = markets.reduce(
    (least, { events }) => Math.min(least, awaitedSince(events, now)),
    Number.POSITIVE_INFINITY,
  );
  return Math.floor(Math.min(now, awaited - 1) / period) * period;
}

/**
 * Returns the time of the oldest event that is due, absent and at most one spacing late; beyond that
 * it is missing. Infinity if no event is awaited.
 */
function awaitedSince(events: readonly PacedEvent[], now: number): number {
  const last = events[events.length - 1];
  if (last === undefined) return Number.POSITIVE_INFINITY;
  const { time, spacing } = last;
  const steps = Math.max(1, Math.ceil((now - spacing - time) / spacing));
  const due = time + steps * spacing;
  return due <= now ? due : Number.POSITIVE_INFINITY;
}

function fits({ events, spacings }: Market, { period, count, end }: RunClock): boolean {
  if (spacings.every((spacing) => spacing <= period)) return true;
  const start = end - count * period;
  return events.every(({ time, spacing }) => spacing <= period || time <= start || time > end);
}

/** Consecutive periods, by their indexes. */
export interface PeriodRange {
  readonly from: number;
  /** Exclusive. */
  readonly to: number;
}

const DAYS = 30;

/**
 * Returns the windows of 24 hours in the last 30 days that lie within the periods of a clock, newest first.
 * Length and shifts are whole periods; each shift counts once.
 */
export function daysOf({ period, count }: RunClock): readonly PeriodRange[] {
  const length = Math.ceil(DAY_MS / period);
  const shifts = Array.from({ length: DAYS }, (_, shift) => Math.floor((shift * DAY_MS) / period));
  return [...new Set(shifts)].flatMap((shift) => {
    const [from, to] = [count - shift - length, count - shift];
    return from < 0 ? [] : [{ from, to }];
  });
}

/** Least share of the wanted time for a known figure, percent. */
export const LEAST_COVERED = 95;

/** What a market settled in the periods of a clock, oldest first. */
export interface MarketPeriods {
  /** A unit is 10^-scale of the values. */
  readonly scale: number;
  /** Value of each period, in units; 0 if it is incomplete. */
  readonly units: readonly bigint[];
  /** Sums of the units, one more than there are periods: a range adds up to entry `to` minus entry `from`. */
  readonly sofar: readonly bigint[];
  /** Number of events of each period. */
  readonly events: readonly number[];
  /** Number of those with a value. */
  readonly valued: readonly number[];
  /** Number of missing events of each period. */
  readonly missing: readonly number[];
  /** Indexes of the periods without events, or in which an event is missing or has no value. */
  readonly broken: ReadonlySet<number>;
  /** Indexes of the periods in which events conflict. */
  readonly conflicting: ReadonlySet<number>;
}

const prepared = new WeakMap<readonly MarketEvent[], Market>();

/** Prepares a history, in any order; undefined with too few events to determine the spacing of each. */
export function marketOf(points: readonly MarketEvent[] | undefined): Market | undefined {
  if (points === undefined) return undefined;
  const known = prepared.get(points);
  if (known !== undefined) return known;
  const timed = timeEvents(points);
  const events = timed.filter(isPaced);
  if (events.length === 0 || events.length < timed.length) return undefined;
  const market = {
    events,
    spacings: [...new Set(events.map(({ spacing }) => spacing))],
    ratesOf: onceAClock(events, rates),
    paymentsOf: onceAClock(events, payments),
  };
  prepared.set(points, market);
  return market;
}

/** Reports whether the spacing of an event is known. */
export function isPaced(event: TimedEvent): event is PacedEvent {
  return event.spacing !== undefined;
}

function onceAClock(events: readonly PacedEvent[], valuesOf: typeof rates): Market["ratesOf"] {
  let values: Values | undefined;
  const known = new Map<string, MarketPeriods>();
  return (clock) => {
    const key = `${clock.period} ${clock.count} ${clock.end}`;
    values ??= valuesOf(events);
    const found = known.get(key) ?? periodsOf(events, values, clock);
    known.set(key, found);
    return found;
  };
}

/** A value of each event as a whole number of units of 10^-scale; null if it is unknown. */
interface Values {
  readonly scale: number;
  readonly units: readonly (bigint | null)[];
}

function rates(events: readonly TimedEvent[]): Values {
  const scale = mostDecimals(events.map(({ rate }) => rate));
  return { scale, units: events.map(({ rate }) => (rate === null ? null : unitsOf(rate, scale))) };
}

function payments(events: readonly TimedEvent[]): Values {
  const ofRates = rates(events);
  const ofMarks = mostDecimals(events.map(({ mark }) => mark));
  const units = events.map(({ mark }, at) => {
    const rate = ofRates.units[at] ?? null;
    return rate === null || mark == null ? null : rate * unitsOf(mark, ofMarks);
  });
  return { scale: ofRates.scale + ofMarks, units };
}

function mostDecimals(values: readonly (string | null | undefined)[]): number {
  return values.reduce((most, it) => Math.max(most, decimalsOf(it ?? "")), 0);
}

/** Returns Σ rate of each period of a clock. */
export function ratesIn(events: readonly TimedEvent[], clock: RunClock): MarketPeriods {
  return periodsOf(events, rates(events), clock);
}

/**
 * Puts events, and those that are missing, into the periods of a clock: an event at the end of a period is in it.
 * @param put receives the index of a period and that of an event, which is undefined for a missing one
 */
export function placeIn(
  { period, count, end }: RunClock,
  events: readonly TimedEvent[],
  put: (at: number, index?: number) => void,
): void {
  const start = end - count * period;
  const placed = (time: number, index?: number) => {
    const at = Math.ceil((time - start) / period) - 1;
    if (at >= 0 && at < count) put(at, index);
  };
  for (const [index, { time }] of events.entries()) placed(time, index);
  const range = { start: start + MINUTE_MS, end: end + MINUTE_MS };
  for (const time of missingTimes(events, range)) placed(time);
}

function periodsOf(
  events: readonly TimedEvent[],
  { units: values, scale }: Values,
  clock: RunClock,
): MarketPeriods {
  const empty = () => new Array<number>(clock.count).fill(0);
  const [settled, valued, missing] = [empty(), empty(), empty()];
  const units = new Array<bigint>(clock.count).fill(0n);
  const conflicting = new Set<number>();
  placeIn(clock, events, (at, index) => {
    if (index === undefined) return add(missing, at);
    add(settled, at);
    if (events[index]?.conflicting) conflicting.add(at);
    const value = values[index] ?? null;
    if (value === null) return;
    add(valued, at);
    units[at] = (units[at] ?? 0n) + value;
  });
  const broken = new Set<number>();
  const sofar = [0n];
  let sum = 0n;
  for (let at = 0; at < clock.count; at++) {
    const isWhole = valued[at] !== 0 && valued[at] === settled[at] && missing[at] === 0;
    if (!isWhole) {
      broken.add(at);
      units[at] = 0n;
    }
    sum += units[at] ?? 0n;
    sofar.push(sum);
  }
  return { scale, units, sofar, events: settled, valued, missing, broken, conflicting };
}

function add(list: number[], at: number): void {
  list[at] = (list[at] ?? 0) + 1;
}

/** What is held of a market: contracts held short, below zero long ones; of a pair 1 and -1. */
export interface Weighted {
  readonly weight: number;
  readonly periods: MarketPeriods;
}

/** Returns the indexes of the periods of a range that are incomplete for any of the markets. */
function brokenIn(parts: readonly Weighted[], { from, to }: PeriodRange): readonly number[] {
  const found = new Set<number>();
  for (const { periods } of parts) {
    for (const at of periods.broken) if (at >= from && at < to) found.add(at);
  }
  return [...found];
}

/** Sums what is held over the periods that are complete for all. @param range default: all periods */
export function sumOfPeriods<P extends Weighted>(
  parts: readonly P[],
  { period, count }: RunClock,
  { from, to }: PeriodRange = { from: 0, to: count },
) {
  const broken = brokenIn(parts, { from, to });
  const wanted = (to - from) * period;
  const covered = wanted - broken.length * period;
  const isInside = (at: number) => at >= from && at < to;
  const conflicting = parts.filter(({ periods }) => [...periods.conflicting].some(isInside));
  const isEnough = covered > 0 && covered * 100 >= wanted * LEAST_COVERED;
  const why = isEnough ? undefined : ("events_missing" as const);
  const unknown = conflicting.length > 0 ? ("events_conflicting" as const) : why;
  const paidBy = ({ weight, periods: { sofar, units, scale } }: P) => {
    const all = (sofar[to] ?? 0n) - (sofar[from] ?? 0n);
    const whole = broken.reduce((rest, at) => rest - (units[at] ?? 0n), all);
    return decimalOf(whole, -scale).times(weight);
  };
  const settledIn = ({ valued }: MarketPeriods) =>
    valued.slice(from, to).reduce((sum, it) => sum + it, 0);
  return {
    /** Null if too little is covered or events conflict. */
    sum: unknown === undefined ? parts.reduce((all, it) => all.plus(paidBy(it)), ZERO) : null,
    unknown,
    /** Those of which events conflict. */
    conflicting,
    /** Milliseconds. */
    covered,
    wanted,
    /** Smallest number of events of a market, each with a value. */
    fewest: Math.min(...parts.map(({ periods }) => settledIn(periods))),
  };
}

const ZERO = new Big(0);
