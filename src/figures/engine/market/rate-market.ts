import type { Big } from "big.js";
import { YEAR_MS } from "../../../base/time/periods.js";
import { decimalsOf, quotientOf, type Units, unitsOfAll } from "../../../base/whole.js";
import type { MarketEvent } from "../../../book/settled-event.js";
import { lastPeriods, type MarketPeriods, periodsOf } from "./market-periods.js";
import { timeEvents } from "./rhythm.js";
import { type ClockedMarket, onceAClock, type PacedEvent, type RunClock } from "./run-clock.js";

/** Settled funding of a market to rank, in any order. */
export interface RankedEvents {
  readonly id: number;
  readonly events: readonly MarketEvent[];
}

/** A market, prepared once for all its pairs. */
export interface RankMarket extends ClockedMarket {
  readonly id: number;
  readonly periodsOf: (clock: RunClock) => MarketPeriods<Units>;
}

/**
 * Prepares markets, so that sums of their rates are exact and fast: in whole units of 10^-scale of the
 * notional. Those with too few events to determine their spacing are left out: `unspaced` has their ids.
 */
export function prepareMarkets(inputs: readonly RankedEvents[]) {
  const unspaced: number[] = [];
  const paced = inputs.flatMap(({ id, events }) => {
    const timed = timeEvents(events);
    const known = timed.filter((event): event is PacedEvent => event.spacing !== undefined);
    if (known.length > 0 && known.length === timed.length) return [{ id, events: known }];
    unspaced.push(id);
    return [];
  });
  let scale = 0;
  for (const { events } of paced) {
    for (const { rate } of events) scale = Math.max(scale, decimalsOf(rate ?? ""));
  }
  const { lists, zero } = unitsOfAll(
    paced.map(({ events }) => events.map(({ rate }) => rate)),
    scale,
  );
  const markets = paced.map(
    ({ id, events }, index): RankMarket => ({
      id,
      events,
      spacings: [...new Set(events.map(({ spacing }) => spacing))],
      periodsOf: onceAClock(
        (clock) => periodsOf(events, lists[index] ?? [], zero, clock),
        lastPeriods,
      ),
    }),
  );
  return { markets, scale, unspaced };
}

/** Returns units settled in a time, milliseconds, as percent of the notional per year. */
export function percentOfYear(units: Units, scale: number, time: number): Big {
  return quotientOf(BigInt(units) * PERCENT_OF_YEAR, BigInt(time), -scale);
}

const PERCENT_OF_YEAR = BigInt(YEAR_MS) * 100n;
