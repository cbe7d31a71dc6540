import { DAY_MS } from "../../base/time/periods.js";
import { paidWindow, RUN_HOURS, type RunInputs, type RunPosition } from "../engine/funding/run.js";
import {
  LEAST_COVERED,
  type Market,
  type PacedEvent,
  placeIn,
  runClock,
} from "../engine/market/periods.js";
import type { Days } from "./fit.js";
import { LAST_DAY } from "./pool.js";

/** Settled funding of a subject in each of the last 30 times 24 hours. */
export interface Series {
  /** E, milliseconds since the epoch: day 30 is (E − 24 h, E]. It is the end of the subject's run of 7 days. */
  readonly end: number;
  /** Percent of the notional. */
  readonly days: Days;
}

/** Returns what a pair of markets settled: Σ rate of the short one − Σ rate of the long one, percent. */
export function pairSeries(long: Market, short: Market, now: number): Series {
  const { end } = runClock([long, short], RUN_HOURS["7d"], now);
  const paid = dayRates(long, end);
  const days = dayRates(short, end).map((received, at) => {
    const it = paid[at] ?? null;
    return received === null || it === null ? null : (received - it) * 100;
  });
  return { end, days };
}

/**
 * Returns what a position would have been paid at the quantities that are held now: Σ −sign × quantity ×
 * rate × mark price at the event, percent of N; or why that is unknown.
 * @param size N, the notional of the larger side today, USD, above zero
 */
export function positionSeries(
  position: RunPosition,
  inputs: RunInputs,
  size: number,
): Series | "market_unknown" | "funding_unknown" {
  const found = paidWindow(position, inputs, RUN_HOURS["7d"]);
  if (typeof found === "string") return found;
  const { end } = found.clock;
  const parts = found.legs.map(({ market, weight }) => {
    return { days: dayPayments(market, end), usd: weight };
  });
  return { end, days: joinedDays(parts, size / 100) };
}

/**
 * Returns series joined to one, Σ value × usd ÷ size, day by day; a day is there where it is for each.
 * @param usd weight of a part: its notional, below zero for what is given up
 */
export function joinedDays(
  parts: readonly { readonly days: Days; readonly usd: number }[],
  size: number,
): Days {
  return Array.from({ length: LAST_DAY }, (_, at) => {
    let sum = 0;
    for (const { days, usd } of parts) {
      const it = days[at] ?? null;
      if (it === null) return null;
      sum += it * usd;
    }
    return sum / size;
  });
}

/** Σ rate of each day, a fraction of the notional. */
const dayRates = sumsByDay(({ rate }) => (rate === null ? null : Number(rate)));

/** Σ rate × mark price of each day, USD per unit held short. */
const dayPayments = sumsByDay(({ rate, mark }) =>
  rate === null || mark == null ? null : Number(rate) * Number(mark),
);

/** Returns a function that sums the events of a market by day, once for each market and end. */
function sumsByDay(valueIn: (event: PacedEvent) => number | null) {
  const known = new WeakMap<Market, Map<number, Days>>();
  return (market: Market, end: number): Days => {
    const ends = known.get(market) ?? new Map<number, Days>();
    known.set(market, ends);
    const days = ends.get(end) ?? sumByDay(market.events, valueIn, end);
    ends.set(end, days);
    return days;
  };
}

/**
 * Sums what is known of the events of each day, not scaled up. A day is there with 95 % of the events that
 * it should have, unless the value of one conflicts or cannot be true; without one due it is not.
 */
function sumByDay(
  events: readonly PacedEvent[],
  valueIn: (event: PacedEvent) => number | null,
  end: number,
): Days {
  const days = Array.from({ length: LAST_DAY }, () => {
    return { sum: 0, counted: 0, of: 0, isOff: false };
  });
  placeIn({ period: DAY_MS, count: LAST_DAY, end }, events, (at, index = -1) => {
    const [day, event] = [days[at], events[index]];
    if (day === undefined) return;
    day.of++;
    const value = event === undefined ? null : valueIn(event);
    if (value !== null) {
      day.sum += value;
      day.counted++;
    } else if (event?.conflicting || event?.isImplausible) day.isOff = true;
  });
  return days.map(({ sum, counted, of, isOff }) =>
    isOff || of === 0 || counted * 100 < of * LEAST_COVERED ? null : sum,
  );
}
