import { type Market, markUnits, RATE_SCALE, rateUnits } from "./market.js";

/** Returns the funding that holding one unit long costs, USD, for events in (from, to] (ms since epoch). */
export type Ledger = (from: number, to: number) => number;

/**
 * Creates the running totals of the funding of one market for the events after `origin` (ms since epoch),
 * so that the funding of any holding time is one subtraction. Rates and marks are the whole numbers that
 * the history prints, so their sums are exact. Totals are created on first use and extended as time passes.
 */
export function openLedger(market: Market, origin: number): Ledger {
  const { earlier } = market;
  if (earlier === undefined) return openEvenLedger(market, origin);
  const { until } = earlier;
  const before = openEvenLedger(earlier.market, origin);
  const after = openEvenLedger(market, Math.max(origin, until));
  return (from, to) =>
    before(Math.min(from, until), Math.min(to, until)) +
    after(Math.max(from, until), Math.max(to, until));
}

/** Creates the ledger of a market with a constant interval. */
function openEvenLedger(market: Market, origin: number): Ledger {
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
