import { HOUR_MS, midnightOf } from "../base/time/periods.js";
import type { Asset } from "../client/resources/asset.js";
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

const minute = 60_000;
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
  const time = Math.floor(now / minute) * minute;
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
