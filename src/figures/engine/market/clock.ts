import { DAY_MS, HOUR_MS } from "../../../base/time/periods.js";
import type { TimedEvent } from "./rhythm.js";

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

/** The data of a market that determines the clock. */
export interface ClockedMarket {
  /** In chronological order; at least one. */
  readonly events: readonly PacedEvent[];
  /** Distinct spacings of the events. */
  readonly spacings: readonly number[];
}

/**
 * Returns the periods of a window: as long as the longest spacing of a market in it, and as many as
 * cover the window.
 * @param hours length of the window
 * @param now milliseconds since the epoch
 */
export function runClock(markets: readonly ClockedMarket[], hours: number, now: number): RunClock {
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

/** Returns `work`, done once for each clock. @param lastOf returns the last periods of a longer result */
export function onceAClock<T>(
  work: (clock: RunClock) => T,
  lastOf: (whole: T, count: number) => T,
): (clock: RunClock) => T {
  const done: { readonly clock: RunClock; readonly found: T }[] = [];
  return (clock) => {
    const alike = done.filter((it) => endTogether(it.clock, clock));
    const same = alike.find((it) => it.clock.count === clock.count);
    if (same !== undefined) return same.found;
    const longer = alike.find((it) => it.clock.count > clock.count);
    const found = longer === undefined ? work(clock) : lastOf(longer.found, clock.count);
    done.push({ clock, found });
    return found;
  };
}

function endTogether(a: RunClock, b: RunClock): boolean {
  return a.period === b.period && a.end === b.end;
}

/** Returns the latest end of a period with no event awaited before it. */
export function endOf(
  period: number,
  markets: readonly Pick<ClockedMarket, "events">[],
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

function fits({ events, spacings }: ClockedMarket, { period, count, end }: RunClock): boolean {
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

/** When a market settles next, by its last settlements. Times in milliseconds since the epoch. */
export interface SettlementClock {
  /** Next settlement after now. */
  readonly next: number;
  readonly spacing: number;
  /** True unless the last two gaps between settlements are equal. */
  readonly about: boolean;
  /** Number of settlements in the next 24 hours. */
  readonly within24h: number;
}

/**
 * Returns when a market settles next: the last event + the gap before it, if the gap before that is
 * equal, else + its own spacing.
 * @param events in chronological order, at least one
 */
export function settlementClock(
  events: readonly PacedEvent[],
  now: number,
): SettlementClock | undefined {
  const last = events.at(-1);
  if (last === undefined) return undefined;
  const [gap, before] = [gapAt(events, 1), gapAt(events, 2)];
  const isEven = gap !== undefined && gap === before;
  const spacing = isEven ? gap : last.spacing;
  if (spacing <= 0) return undefined;
  const due = Math.max(0, Math.floor((now - last.time) / spacing));
  const next = last.time + (due + 1) * spacing;
  return {
    next,
    spacing,
    about: !isEven,
    within24h: Math.max(0, Math.floor((now + DAY_MS - next) / spacing) + 1),
  };
}

/** Returns the time between two successive events. @param back 1 for the last two */
function gapAt(events: readonly PacedEvent[], back: number): number | undefined {
  const [before, after] = [events.at(-1 - back), events.at(-back)];
  return before === undefined || after === undefined ? undefined : after.time - before.time;
}
