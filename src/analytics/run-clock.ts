import { HOUR_MS } from "../base/periods.js";
import type { TimedEvent } from "./rhythm.js";

/** Events of a market whose spacing is known, in the order of time. */
export type PacedEvent = TimedEvent & { readonly spacing: number };

/** Whole periods of equal length that end at multiples of it since the epoch. */
export interface RunClock {
  /** Length of a period, milliseconds. */
  readonly period: number;
  /** How many there are. */
  readonly count: number;
  /** End of the last one, milliseconds since the epoch. */
  readonly end: number;
}

/** A market as far as the clock looks at it. */
export interface ClockedMarket {
  /** In the order of time; at least one. */
  readonly events: readonly PacedEvent[];
  /** The spacings that its events have, each once. */
  readonly spacings: readonly number[];
}

/**
 * Returns the periods that a window is made of: as long as the longest own spacing of a market in
 * it, and as many as cover the window. docs/analytics.md, "Run".
 * @param hours length of the window
 * @param now milliseconds since the epoch
 */
export function runClock(markets: readonly ClockedMarket[], hours: number, now: number): RunClock {
  // Which events are in the window depends on the length of a period: the shortest that fits.
  const lengths = [...new Set(markets.flatMap(({ spacings }) => spacings))].sort((a, b) => a - b);
  let clock: RunClock = { period: hours * HOUR_MS, count: 1, end: now };
  for (const period of lengths) {
    const count = Math.ceil((hours * HOUR_MS) / period);
    clock = { period, count, end: endOf(period, markets, now) };
    if (markets.every((market) => fits(market, clock))) break;
  }
  return clock;
}

/** The newest end of a period by which no market is awaiting an event. */
function endOf(period: number, markets: readonly ClockedMarket[], now: number): number {
  const awaited = markets.reduce(
    (least, { events }) => Math.min(least, awaitedSince(events, now)),
    Number.POSITIVE_INFINITY,
  );
  return Math.floor(Math.min(now, awaited - 1) / period) * period;
}

/**
 * The time of the oldest event that is due, not there, and at most one spacing late: what is later
 * is not awaited any more, but missing. Infinity where none is awaited.
 */
function awaitedSince(events: readonly PacedEvent[], now: number): number {
  const last = events[events.length - 1];
  if (last === undefined) return Number.POSITIVE_INFINITY;
  const { time, spacing } = last;
  const steps = Math.max(1, Math.ceil((now - spacing - time) / spacing));
  const due = time + steps * spacing;
  return due <= now ? due : Number.POSITIVE_INFINITY;
}

function fits({ events }: ClockedMarket, { period, count, end }: RunClock): boolean {
  const start = end - count * period;
  return events.every(({ time, spacing }) => spacing <= period || time <= start || time > end);
}
