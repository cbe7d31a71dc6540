import { MINUTE_MS } from "../../../base/time/periods.js";
import { decimalsOf, unitsOf } from "../../../base/whole.js";
import type { MarketEvent } from "../../credible/settled-event.js";
import {
  type ClockedMarket,
  onceAClock,
  type PacedEvent,
  type PeriodRange,
  type RunClock,
} from "./clock.js";
import { missingTimes, timeEvents } from "./rhythm.js";

/** Least share of the wanted time for a known figure, percent. */
export const LEAST_COVERED = 95;

/** Settled funding of a market, prepared once for all its positions and pairs. */
export interface Market extends ClockedMarket {
  /** Returns Σ rate of each period, a fraction of the notional. */
  readonly ratesOf: (clock: RunClock) => MarketPeriods;
  /** Returns Σ rate × mark price of each period, USD per unit held short. */
  readonly paymentsOf: (clock: RunClock) => MarketPeriods;
}

/**
 * What a market settled in the periods of a clock, oldest first. Lists of sums have one entry more than there
 * are periods: a range adds up to entry `to` minus entry `from`.
 */
export interface MarketPeriods {
  /** A unit is 10^-scale of the values. */
  readonly scale: number;
  /** Value of each period, in units; 0 if it is incomplete. */
  readonly units: readonly bigint[];
  /** Sums of the units. */
  readonly sofar: readonly bigint[];
  /** Sums of the number of events with a value. */
  readonly counted: readonly number[];
  /** Indexes of the periods without events, or in which an event is missing or has no value, in order. */
  readonly broken: readonly number[];
  /** Indexes of the periods in which events conflict, in order. */
  readonly conflicting: readonly number[];
}

const prepared = new WeakMap<readonly MarketEvent[], Market>();

/** Prepares a history, in any order; undefined with too few events to determine the spacing of each. */
export function marketOf(points: readonly MarketEvent[] | undefined): Market | undefined {
  if (points === undefined) return undefined;
  const known = prepared.get(points);
  if (known !== undefined) return known;
  const timed = timeEvents(points);
  const events = timed.filter((event): event is PacedEvent => event.spacing !== undefined);
  if (events.length === 0 || events.length < timed.length) return undefined;
  const inPeriods = (valuesOf: (all: readonly PacedEvent[]) => Values) => {
    let values: Values | undefined;
    return onceAClock((clock) => {
      values ??= valuesOf(events);
      return periodsOf(events, values, clock);
    }, lastPeriods);
  };
  const market = {
    events,
    spacings: [...new Set(events.map(({ spacing }) => spacing))],
    ratesOf: inPeriods(rates),
    paymentsOf: inPeriods(payments),
  };
  prepared.set(points, market);
  return market;
}

/** A value of each event as a whole number of units of 10^-scale; null if it is unknown. */
interface Values {
  readonly scale: number;
  readonly units: readonly (bigint | null)[];
}

function rates(events: readonly PacedEvent[]): Values {
  const scale = mostDecimals(events.map(({ rate }) => rate));
  return { scale, units: events.map(({ rate }) => (rate === null ? null : unitsOf(rate, scale))) };
}

function payments(events: readonly PacedEvent[]): Values {
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

/** Puts the events of a market into the periods of a clock. */
function periodsOf(
  events: readonly PacedEvent[],
  { units: values, scale }: Values,
  { period, count, end }: RunClock,
): MarketPeriods {
  const start = end - count * period;
  const units = new Array<bigint>(count).fill(0n);
  const [counted, wanted] = [new Array<number>(count).fill(0), new Array<number>(count).fill(0)];
  const conflicts = new Set<number>();
  const indexOf = (time: number) => Math.ceil((time - start) / period) - 1;
  for (const [index, { time, conflicting }] of events.entries()) {
    const at = indexOf(time);
    if (at < 0 || at >= count) continue;
    add(wanted, at);
    if (conflicting) conflicts.add(at);
    const value = values[index] ?? null;
    if (value === null) continue;
    add(counted, at);
    units[at] = (units[at] ?? 0n) + value;
  }
  for (const time of missingTimes(events, { start: start + MINUTE_MS, end: end + MINUTE_MS })) {
    const at = indexOf(time);
    if (at >= 0 && at < count) add(wanted, at);
  }
  return {
    ...summed(units, counted, wanted),
    scale,
    conflicting: [...conflicts].sort((a, b) => a - b),
  };
}

/** Returns the last periods; their lists of sums begin with the sum of those before. */
function lastPeriods(periods: MarketPeriods, count: number): MarketPeriods {
  const before = periods.units.length - count;
  const after = (indexes: readonly number[]) =>
    indexes.flatMap((at) => (at < before ? [] : [at - before]));
  return {
    ...periods,
    units: periods.units.slice(before),
    sofar: periods.sofar.slice(before),
    counted: periods.counted.slice(before),
    broken: after(periods.broken),
    conflicting: after(periods.conflicting),
  };
}

/** Returns the indexes of the periods of a range that are incomplete for any of the markets. */
export function brokenIn(
  sides: readonly MarketPeriods[],
  { from, to }: PeriodRange,
): readonly number[] {
  if (sides.every(({ broken }) => broken.length === 0)) return NONE;
  const found = new Set<number>();
  for (const { broken } of sides) for (const at of broken) if (at >= from && at < to) found.add(at);
  return [...found];
}

/** Reports whether events of a range conflict. */
export function hasConflicts({ conflicting }: MarketPeriods, { from, to }: PeriodRange): boolean {
  return conflicting.some((at) => at >= from && at < to);
}

/** Returns the units of a range. @param broken indexes of periods to skip */
export function unitsIn(
  { sofar, units }: MarketPeriods,
  { from, to }: PeriodRange,
  broken: readonly number[],
): bigint {
  const sum = (sofar[to] ?? 0n) - (sofar[from] ?? 0n);
  return broken.reduce((rest, at) => rest - (units[at] ?? 0n), sum);
}

/** Returns the number of events in a range that have a value. */
export function countIn({ counted }: MarketPeriods, { from, to }: PeriodRange): number {
  return (counted[to] ?? 0) - (counted[from] ?? 0);
}

const NONE: readonly number[] = [];

function add(list: number[], at: number): void {
  list[at] = (list[at] ?? 0) + 1;
}

function summed(units: bigint[], known: readonly number[], expected: readonly number[]) {
  const broken: number[] = [];
  const [sofar, counted] = [[0n], [0]];
  let [sum, events] = [0n, 0];
  for (const [at, of] of expected.entries()) {
    const here = known[at] ?? 0;
    events += here;
    if (here < of || of === 0) {
      broken.push(at);
      units[at] = 0n;
    } else sum += units[at] ?? 0n;
    sofar.push(sum);
    counted.push(events);
  }
  return { units, sofar, counted, broken };
}
