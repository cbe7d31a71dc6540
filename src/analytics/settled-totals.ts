import { Big } from "big.js";
import { missingTimes, timeEvents } from "./rhythm.js";
import type { FundingEvent } from "./settled-event.js";

/** What a market settled in a range of time. */
export interface SettledSum {
  /** Σ mark price × rate of the events that have both, USD per unit. */
  readonly perUnit: Big;
  /** Number of events, missing ones included. */
  readonly events: number;
  /** Number of events that are missing. */
  readonly missing: number;
  /** Number of events without a rate or a mark price, or with conflicting values. */
  readonly unknown: number;
}

/** The settled funding of a market, prepared for sums of many ranges. */
export interface SettledTotals {
  /** Returns the sum of (from, to], milliseconds since the epoch. */
  between(from: number, to: number): SettledSum;
}

/**
 * Prepares the events of a market.
 * @param range in which missing events are determined, (from, to], milliseconds since the epoch
 * @returns undefined with too few events to determine the spacing, without which nothing shows what
 * is missing
 */
export function settledTotals(
  events: readonly FundingEvent[],
  { from, to }: { readonly from: number; readonly to: number },
): SettledTotals | undefined {
  const timed = timeEvents(events);
  if (!timed.some(({ spacing }) => spacing !== undefined)) return undefined;
  const times = timed.map(({ time }) => time);
  const missing = missingTimes(timed, { start: from + 1, end: to + 1 }).sort((a, b) => a - b);
  const perUnit = [new Big(0)];
  const unknown = [0];
  for (const { rate, mark } of timed) {
    const [sum, count] = [perUnit.at(-1) ?? new Big(0), unknown.at(-1) ?? 0];
    const isKnown = rate !== null && mark != null;
    perUnit.push(isKnown ? sum.plus(new Big(mark).times(rate)) : sum);
    unknown.push(isKnown ? count : count + 1);
  }
  return {
    between(start, end) {
      const [first, last] = [countUpTo(times, start), countUpTo(times, end)];
      const gone = countUpTo(missing, end) - countUpTo(missing, start);
      return {
        perUnit: (perUnit[last] ?? new Big(0)).minus(perUnit[first] ?? 0),
        events: last - first + gone,
        missing: gone,
        unknown: (unknown[last] ?? 0) - (unknown[first] ?? 0),
      };
    },
  };
}

/** Returns how many of some times, in order, are not after a time. */
function countUpTo(times: readonly number[], time: number): number {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((times[middle] ?? time) <= time) low = middle + 1;
    else high = middle;
  }
  return low;
}
