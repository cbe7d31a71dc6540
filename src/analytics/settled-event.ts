import { decimal } from "../base/decimal.js";
import { MINUTE_MS } from "../base/periods.js";
import { timeOf } from "../client/listing/record-time.js";
import type { FundingPoint } from "../client/resources/funding.js";

/** A settled funding event as far as the formulas here look at it. */
export interface FundingEvent {
  /** Milliseconds since the epoch. */
  readonly time: number;
  /** Decimal fraction of the notional in plain digits; null when the service tells none. */
  readonly rate: string | null;
  /** `funding_interval` as sent; its unit is not documented. */
  readonly interval?: number | null;
  /** Mark price at the event in plain digits; null when the service tells none. */
  readonly mark?: string | null;
}

/** An event on the minute, told once however often the listing has it. */
export interface SettledEvent extends FundingEvent {
  /** True when the listing has different values for this minute: rate and mark are then null. */
  readonly conflicting: boolean;
}

/** A point of the service as far as the formulas look at it. */
export function eventOf(point: FundingPoint): FundingEvent {
  return {
    time: timeOf(point) ?? Number.NaN,
    rate: decimal(point.funding_rate)?.toFixed() ?? null,
    interval: point.funding_interval,
    mark: decimal(point.mark_price)?.toFixed() ?? null,
  };
}

/**
 * Returns the events of a market in the order of time, each minute once. Events of one minute with
 * equal values are one event; with different values nobody can say what was settled.
 * docs/analytics.md, "Funding of a market".
 */
export function onceEach(events: readonly FundingEvent[]): SettledEvent[] {
  const sorted = events
    .map((event) => ({ ...event, time: toMinute(event.time), conflicting: false }))
    .sort((a, b) => a.time - b.time);
  const once: SettledEvent[] = [];
  for (const event of sorted) {
    const before = once.at(-1);
    if (before === undefined || before.time !== event.time) once.push(event);
    else if (!before.conflicting && !sameValues(before, event)) {
      once[once.length - 1] = { ...before, rate: null, mark: null, conflicting: true };
    }
  }
  return once;
}

/** Rounds to the minute: a market that settles some milliseconds late still settles on the hour. */
export function toMinute(time: number): number {
  return Math.round(time / MINUTE_MS) * MINUTE_MS;
}

/** Compares plain digits of one notation, so that 0.10 has become 0.1 before. */
function sameValues(a: FundingEvent, b: FundingEvent): boolean {
  return a.rate === b.rate && (a.mark ?? null) === (b.mark ?? null) && sameInterval(a, b);
}

/** Whether two events tell the same funding_interval. */
export function sameInterval(a: FundingEvent, b: FundingEvent): boolean {
  return (a.interval ?? null) === (b.interval ?? null);
}
