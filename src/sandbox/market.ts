import { HOUR_MS } from "../base/time/periods.js";
import { type AssetEntry, assets, listMarkets, type MarketEntry } from "./catalog.js";
import { between, drawWaves, height, Salt, type Waves } from "./random.js";

/** A market with moving prices and rates, which are pure functions of the time. */
export interface Market extends MarketEntry {
  readonly intervalMs: number;
  /** 10 to the number of price decimals. */
  readonly priceScale: number;
  readonly priceWaves: Waves;
  readonly basisWaves: Waves;
  readonly rateWaves: Waves;
  readonly squeeze: Waves;
  /** Mean funding rate per 8 hours. */
  readonly meanRate: number;
  /** Rates per 8 hours that replace the mean: up to a time and after it. */
  readonly turn?: { readonly at: number; readonly before: number; readonly after: number };
  /** Constant rate per 8 hours. */
  readonly fixedRate?: number;
  /** Reports whether the history lacks the event of a time; none when omitted. */
  readonly isMissing?: (time: number) => boolean;
}

/** Units of a funding rate, which has 8 decimals. */
export const RATE_SCALE = 1e8;

const priceShape = [
  [9_000, 0.22],
  [1_500, 0.1],
  [220, 0.04],
  [31, 0.012],
  [5, 0.003],
] as const;
const basisShape = [
  [300, 0.0006],
  [40, 0.0003],
  [7, 0.0001],
] as const;
const assetRateShape = [
  [900, 0.00004],
  [140, 0.00004],
] as const;
const marketRateShape = [
  [500, 0.00004],
  [120, 0.00003],
  [26, 0.000025],
  [10, 0.000015],
] as const;

// Random streams: assets count from 1,000, markets from their ids times four.
function rateWavesOf(seed: number, asset: AssetEntry, marketStream: number): Waves {
  const own = drawWaves(seed, marketStream + 1, marketRateShape);
  const shared = drawWaves(seed, 2_000 + assets.indexOf(asset), assetRateShape);
  return Float64Array.from([...shared, ...own]);
}

/** Creates all markets of the sandbox from the seed; market `id` has the index `id - 1`. */
export function createMarkets(seed: number): Market[] {
  return listMarkets().map((entry) => {
    const stream = 4 * entry.id;
    const assetStream = 1_000 + assets.indexOf(entry.asset);
    const shape = priceShape.map(
      ([period, amplitude]) => [period, amplitude * entry.asset.liveliness] as const,
    );
    return {
      ...entry,
      intervalMs: entry.intervalHours * HOUR_MS,
      priceScale: 10 ** entry.asset.priceDecimals,
      priceWaves: drawWaves(seed, assetStream, shape),
      basisWaves: drawWaves(seed, stream, basisShape),
      rateWaves: rateWavesOf(seed, entry.asset, stream),
      squeeze: drawWaves(seed, stream + 2, [[430, 1]]),
      meanRate:
        between(0.00003, 0.0001, seed, assetStream, Salt.market) +
        between(-0.0001, 0.0001, seed, stream, Salt.market),
    };
  });
}

/** Returns the mark price at a time (ms since epoch), in the market's smallest price steps. */
export function markUnits(market: Market, time: number): number {
  const index = market.asset.price * Math.exp(height(market.priceWaves, time));
  const mark = index * (1 + height(market.basisWaves, time));
  return Math.max(1, Math.round(mark * market.priceScale));
}

/**
 * Returns the funding rate of the interval that ends at a time (ms since epoch), in units of 1e-8: a
 * mean with slow and fast swings and, every few weeks, an exceptional squeeze.
 */
export function rateUnits(market: Market, time: number): number {
  if (market.fixedRate !== undefined) return unitsOf(market, market.fixedRate);
  const swing = height(market.squeeze, time);
  const cube = swing * swing * swing;
  const push = cube * cube * cube * cube * cube;
  const { turn, meanRate } = market;
  const mean = turn === undefined ? meanRate : time > turn.at ? turn.after : turn.before;
  const eightHours = mean + height(market.rateWaves, time) + 0.00025 * push;
  return unitsOf(market, eightHours);
}

function unitsOf({ intervalHours }: Market, eightHours: number): number {
  return Math.round((eightHours * intervalHours * RATE_SCALE) / 8);
}

/** Returns the yearly rate in percent of a rate in units of 1e-8, two decimals, not compounded. */
export function yearlyPercent(market: Market, units: number): number {
  const eventsAYear = (365 * 24) / market.intervalHours;
  return Math.round((units / RATE_SCALE) * eventsAYear * 10_000) / 100;
}

/** Formats a funding rate in units of 1e-8 with all 8 decimals. */
export function printRate(units: number): string {
  // Adding zero turns a negative zero into a positive one.
  return (units / RATE_SCALE + 0).toFixed(8);
}

/** Returns the price for a price in the market's smallest steps. */
export function priceOf(market: Market, units: number): number {
  return units / market.priceScale;
}

/** Formats a price in the market's smallest steps with all decimals. */
export function printPrice(market: Market, units: number): string {
  return priceOf(market, units).toFixed(market.asset.priceDecimals);
}

/** Returns the funding that holding one unit long costs, USD, for events in (from, to] (ms since epoch). */
export type Ledger = (from: number, to: number) => number;

/**
 * Creates the running totals of the funding of one market for the events after `origin` (ms since epoch),
 * so that the funding of any holding time is one subtraction. Rates and marks are the whole numbers that
 * the history prints, so their sums are exact. Totals are created on first use and extended as time passes.
 */
export function openLedger(market: Market, origin: number): Ledger {
  const first = Math.floor(origin / market.intervalMs);
  const totals = [0];
  const scale = RATE_SCALE * market.priceScale;

  const totalAt = (time: number): number => {
    const place = Math.max(0, Math.floor(time / market.intervalMs) - first);
    for (let next = totals.length; next <= place; next += 1) {
      const event = (first + next) * market.intervalMs;
      totals.push((totals[next - 1] ?? 0) + rateUnits(market, event) * markUnits(market, event));
    }
    return totals[place] ?? 0;
  };

  return (from, to) => (totalAt(to) - totalAt(from)) / scale;
}
