import { MINUTE_MS } from "../../../base/time/periods.js";
import { minus, plus, type Units } from "../../../base/whole.js";
import { missingTimes } from "./rhythm.js";
import type { PacedEvent, RunClock } from "./run-clock.js";

/**
 * What a market settled in the periods of a clock, oldest first, in units that the caller chose. Lists of
 * sums have one entry more than there are periods: a range adds up to entry `to` minus entry `from`.
 */
export interface MarketPeriods<U extends Units> {
  /** Value of each period, in units; 0 if it is incomplete. */
  readonly units: readonly U[];
  /** Sums of the units. */
  readonly sofar: readonly U[];
  /** Sums of the number of events with a value. */
  readonly counted: readonly number[];
  /** Sums of the number of expected events. */
  readonly wanted: readonly number[];
  /** Indexes of the periods without events, or in which an event is missing or has no value, in order. */
  readonly broken: readonly number[];
  /** Indexes of the periods in which events conflict, in order. */
  readonly conflicting: readonly number[];
}

/** Consecutive periods, by their indexes. */
export interface PeriodRange {
  readonly from: number;
  /** Exclusive. */
  readonly to: number;
}

/**
 * Puts the events of a market into the periods of a clock.
 * @param values units of each event; null if unknown
 * @param zero 0 of the kind of the units
 */
export function periodsOf<U extends Units>(
  events: readonly PacedEvent[],
  values: readonly (U | null)[],
  zero: U,
  { period, count, end }: RunClock,
): MarketPeriods<U> {
  const start = end - count * period;
  const units = new Array<U>(count).fill(zero);
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
    units[at] = plus(units[at] ?? zero, value);
  }
  for (const time of missingTimes(events, { start: start + MINUTE_MS, end: end + MINUTE_MS })) {
    const at = indexOf(time);
    if (at >= 0 && at < count) add(wanted, at);
  }
  return {
    ...summed(units, zero, counted, wanted),
    conflicting: [...conflicts].sort((a, b) => a - b),
  };
}

/** Returns the last periods; their lists of sums begin with the sum of those before. */
export function lastPeriods<P extends MarketPeriods<Units>>(periods: P, count: number): P {
  const before = periods.units.length - count;
  const after = (indexes: readonly number[]) =>
    indexes.flatMap((at) => (at < before ? [] : [at - before]));
  return {
    ...periods,
    units: periods.units.slice(before),
    sofar: periods.sofar.slice(before),
    counted: periods.counted.slice(before),
    wanted: periods.wanted.slice(before),
    broken: after(periods.broken),
    conflicting: after(periods.conflicting),
  };
}

/** Returns the indexes of the periods of a range that are incomplete for any of the markets. */
export function brokenIn(
  sides: readonly MarketPeriods<Units>[],
  { from, to }: PeriodRange,
): readonly number[] {
  if (sides.every(({ broken }) => broken.length === 0)) return NONE;
  const found = new Set<number>();
  for (const { broken } of sides) for (const at of broken) if (at >= from && at < to) found.add(at);
  return [...found];
}

/** Reports whether events of a range conflict. */
export function hasConflicts(
  { conflicting }: MarketPeriods<Units>,
  { from, to }: PeriodRange,
): boolean {
  return conflicting.some((at) => at >= from && at < to);
}

/** Returns the units of a range. @param broken indexes of periods to skip */
export function unitsIn<U extends Units>(
  { sofar, units }: MarketPeriods<U>,
  { from, to }: PeriodRange,
  broken: readonly number[],
): U {
  let sum = minus(sofar[to] as U, sofar[from] as U);
  for (const at of broken) sum = minus(sum, units[at] as U);
  return sum;
}

/** Returns the number of events in a range. @param sums `counted` or `wanted` */
export function countIn(sums: readonly number[], { from, to }: PeriodRange): number {
  return (sums[to] ?? 0) - (sums[from] ?? 0);
}

const NONE: readonly number[] = [];

function add(list: number[], at: number): void {
  list[at] = (list[at] ?? 0) + 1;
}

function summed<U extends Units>(
  units: U[],
  zero: U,
  known: readonly number[],
  expected: readonly number[],
): Omit<MarketPeriods<U>, "conflicting"> {
  const broken: number[] = [];
  const sofar: U[] = [zero];
  const [counted, wanted] = [[0], [0]];
  let sum = zero;
  let [events, all] = [0, 0];
  for (const [at, of] of expected.entries()) {
    const here = known[at] ?? 0;
    events += here;
    all += of;
    if (here < of || of === 0) {
      broken.push(at);
      units[at] = zero;
    } else sum = plus(sum, units[at] ?? zero);
    sofar.push(sum);
    counted.push(events);
    wanted.push(all);
  }
  return { units, sofar, counted, wanted, broken };
}
