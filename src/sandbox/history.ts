import { DAY_MS, midnightOf } from "../base/time/periods.js";
import type { FundingEvent } from "../client/resources/funding.js";
import { type Market, markUnits, printPrice, printRate, rateUnits } from "./market.js";

/** A time range in ms since epoch: `start` inclusive, `end` exclusive. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** One day of the daily aggregate, whose shape is not documented. */
export interface FundingDayRecord {
  readonly date: string;
  readonly funding_rate_sum: string;
  readonly funding_rate_mean: string;
  readonly event_count: number;
  readonly mark_price_close: string;
}

const eventRetention = 30 * DAY_MS;
const dayRetention = 365 * DAY_MS;

// Multiples of `step` in the range, newest first.
function stepsBackwards(step: number, from: number, before: number): number[] {
  const first = Math.ceil(from / step);
  const last = Math.ceil(before / step) - 1;
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, back) => (last - back) * step);
}

/** Returns the settlement times of a market in a range, newest first; its interval may change. */
function settlements(market: Market, from: number, before: number): number[] {
  const { earlier, intervalMs } = market;
  if (earlier === undefined) return stepsBackwards(intervalMs, from, before);
  return [
    ...stepsBackwards(intervalMs, Math.max(from, earlier.until + 1), before),
    ...settlements(earlier.market, from, Math.min(before, earlier.until + 1)),
  ];
}

/** Returns the market at a time, before or after a change of its interval. */
function marketAt(market: Market, time: number): Market {
  const { earlier } = market;
  return earlier !== undefined && time <= earlier.until ? earlier.market : market;
}

function fundingEvent(market: Market, time: number): FundingEvent {
  return {
    funding_time: `${new Date(time).toISOString().slice(0, 19)}+00:00`,
    funding_rate: printRate(rateUnits(market, time)),
    funding_interval: market.intervalHours,
    mark_price: printPrice(market, markUnits(market, time)),
  };
}

/** Returns the events in the range and the last 30 days that settled up to `published`, newest first. */
export function fundingEvents(
  market: Market,
  range: Range,
  now: number,
  published = now,
): FundingEvent[] {
  const from = Math.max(range.start, now - eventRetention);
  const before = Math.min(range.end, published + 1);
  return settlements(market, from, before).flatMap((time) => {
    const event = fundingEvent(marketAt(market, time), time);
    return Array.from({ length: market.copiesOf?.(time) ?? 1 }, () => event);
  });
}

function fundingDay(market: Market, day: number): FundingDayRecord {
  const events = settlements(market, day, day + DAY_MS);
  const sum = events.reduce((total, time) => total + rateUnits(marketAt(market, time), time), 0);
  const close = markUnits(market, events[0] ?? day);
  return {
    date: new Date(day).toISOString().slice(0, 10),
    funding_rate_sum: printRate(sum),
    funding_rate_mean: printRate(Math.round(sum / events.length)),
    event_count: events.length,
    mark_price_close: printPrice(market, close),
  };
}

/** Returns the UTC days completed by `published` in the range and the last 365 days, newest first. */
export function fundingDays(
  market: Market,
  range: Range,
  now: number,
  published = now,
): FundingDayRecord[] {
  const from = Math.max(range.start, midnightOf(now) - dayRetention);
  const before = Math.min(range.end, midnightOf(published));
  return stepsBackwards(DAY_MS, from, before).map((day) => fundingDay(market, day));
}
