import { DAY_MS, HOUR_MS, MINUTE_MS, midnightOf } from "../base/time/periods.js";
import type { Asset, FundingEvent } from "../client/resources/records.js";
import type { Book } from "./book.js";
import {
  type Market,
  markUnits,
  printPrice,
  printRate,
  RATE_SCALE,
  rateUnits,
  yearlyPercent,
} from "./market.js";
import { between, Salt } from "./random.js";

const pairsPerAsset = 3;

/** Returns the assets listing, optionally of the given classes. */
export function assetRecords(book: Book, classes: ReadonlySet<string> | null): Asset[] {
  return book.byAsset.flatMap((markets) => {
    const asset = markets[0]?.asset;
    if (asset === undefined || (classes !== null && !classes.has(asset.assetClass))) return [];
    return [
      {
        asset: asset.symbol,
        name: asset.name,
        asset_class: asset.assetClass,
        market_count: markets.length,
        exchange_count: new Set(markets.map((market) => market.exchange)).size,
      },
    ];
  });
}

/** Returns a row of the public market listing, whose shape is not documented. */
function marketRecord(book: Book, market: Market, time: number) {
  const next = (Math.floor(time / market.intervalMs) + 1) * market.intervalMs;
  const rate = rateUnits(market, time);
  // The catalog begins with the large assets, so later markets are smaller.
  const size = between(4e6, 9e7, book.seed, market.id, Salt.notional) / Math.sqrt(market.id);
  return {
    market_id: market.id,
    exchange: market.exchange,
    symbol: market.symbol,
    asset: market.asset.symbol,
    quote_currency: market.quote,
    funding_interval_hours: market.intervalHours,
    funding_rate: printRate(rate),
    apr: yearlyPercent(market, rate),
    mark_price: printPrice(market, markUnits(market, time)),
    open_interest_usd: Math.round(size * 12),
    volume_24h_usd: Math.round(size * 31),
    next_funding_time: new Date(next).toISOString(),
  };
}

/** Returns the public market listing, refreshed every whole minute (ms since epoch). */
export function marketRecords(book: Book, now: number) {
  const time = Math.floor(now / MINUTE_MS) * MINUTE_MS;
  return book.markets.map((market) => marketRecord(book, market, time));
}

// Pairs of markets of one asset, long where funding is lower over 8 hours.
function pairsOf(markets: readonly Market[], time: number) {
  const rated = markets
    .map((market) => ({ market, rate: (8 * rateUnits(market, time)) / market.intervalHours }))
    .sort((a, b) => a.rate - b.rate);
  return rated
    .flatMap((long, place) => rated.slice(place + 1).map((short) => ({ long, short })))
    .map(({ long, short }) => ({
      long: long.market,
      short: short.market,
      spread: Math.round(short.rate - long.rate),
    }))
    .filter(({ spread }) => spread > 0)
    .sort((a, b) => b.spread - a.spread)
    .slice(0, pairsPerAsset);
}

function side({ id, exchange, symbol }: Market) {
  return { market_id: id, exchange, symbol };
}

/** Returns the public arbitrage listing of the last 08:30 UTC, largest spread first. */
export function arbitrageRecords(book: Book, now: number) {
  const offset = 8.5 * HOUR_MS;
  const computed = midnightOf(now - offset) + offset;
  const eightHoursAYear = 365 * 3;
  return book.byAsset
    .flatMap((markets) => pairsOf(markets, computed))
    .sort((a, b) => b.spread - a.spread)
    .map(({ long, short, spread }) => ({
      asset: long.asset.symbol,
      long: side(long),
      short: side(short),
      spread: printRate(spread),
      apr: Math.round((spread / RATE_SCALE) * eightHoursAYear * 10_000) / 100,
      computed_at: new Date(computed).toISOString(),
    }));
}

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
  return stepsBackwards(market.intervalMs, from, before)
    .filter((time) => market.isMissing?.(time) !== true)
    .map((time) => fundingEvent(market, time));
}

function fundingDay(market: Market, day: number): FundingDayRecord {
  const events = stepsBackwards(market.intervalMs, day, day + DAY_MS);
  const sum = events.reduce((total, time) => total + rateUnits(market, time), 0);
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
