import { Big } from "big.js";
import { countWhile } from "../../base/count-while.js";
import type { MarketEvent } from "../../book/settled-event.js";
import { missingTimes, timeEvents } from "../market/rhythm.js";

/** The settled funding of a market, prepared for sums of many ranges. */
export type SettledTotals = NonNullable<ReturnType<typeof settledTotals>>;

/**
 * Prepares the events of a market.
 * @param range in which missing events are determined, (from, to], milliseconds since the epoch
 * @returns undefined with too few events to determine the spacing, and so what is missing
 */
export function settledTotals(
  events: readonly MarketEvent[],
  { from, to }: { readonly from: number; readonly to: number },
) {
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
    /** Returns what was settled in (start, end], milliseconds since the epoch. */
    between(start: number, end: number) {
      const countUpTo = (all: readonly number[], time: number) =>
        countWhile(all.length, (at) => (all[at] as number) <= time);
      const [first, last] = [countUpTo(times, start), countUpTo(times, end)];
      const gone = countUpTo(missing, end) - countUpTo(missing, start);
      return {
        /** Σ mark price × rate of the events that have both, USD per unit. */
        perUnit: (perUnit[last] ?? new Big(0)).minus(perUnit[first] ?? 0),
        /** Number of events, missing ones included. */
        events: last - first + gone,
        missing: gone,
        /** Number of events without a rate or a mark price, or with conflicting values. */
        unknown: (unknown[last] ?? 0) - (unknown[first] ?? 0),
      };
    },
  };
}
