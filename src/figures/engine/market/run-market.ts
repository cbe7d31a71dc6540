import { decimalsOf, unitsOf } from "../../../base/whole.js";
import type { MarketEvent } from "../../../book/settled-event.js";
import { lastPeriods, type MarketPeriods, periodsOf } from "./market-periods.js";
import { timeEvents } from "./rhythm.js";
import { type ClockedMarket, onceAClock, type PacedEvent, type RunClock } from "./run-clock.js";

/** Settled funding of one market in the periods of a clock: Σ mark price × rate by period. */
export interface PaidPeriods extends MarketPeriods<bigint> {
  /** A unit is 10^-scale USD per unit held short. */
  readonly scale: number;
}

/** Settled funding of one market, prepared once for all its positions. */
export interface RunMarket extends ClockedMarket {
  readonly periodsOf: (clock: RunClock) => PaidPeriods;
}

const prepared = new WeakMap<readonly MarketEvent[], RunMarket>();

/** Prepares a history; undefined with too few events to determine the spacing. */
export function marketOf(points: readonly MarketEvent[] | undefined): RunMarket | undefined {
  if (points === undefined) return undefined;
  const known = prepared.get(points);
  if (known !== undefined) return known;
  const timed = timeEvents(points);
  const events = timed.filter((event): event is PacedEvent => event.spacing !== undefined);
  if (events.length === 0 || events.length < timed.length) return undefined;
  const { scale, payments } = paymentsOf(events);
  const market = {
    events,
    spacings: [...new Set(events.map(({ spacing }) => spacing))],
    periodsOf: onceAClock(
      (clock) => ({ ...periodsOf(events, payments, 0n, clock), scale }),
      lastPeriods,
    ),
  };
  prepared.set(points, market);
  return market;
}

/** Returns mark price × rate of each event as a whole number; null without one of them. */
function paymentsOf(events: readonly PacedEvent[]) {
  const decimals = { rate: 0, mark: 0 };
  for (const { rate, mark } of events) {
    decimals.rate = Math.max(decimals.rate, decimalsOf(rate ?? ""));
    decimals.mark = Math.max(decimals.mark, decimalsOf(mark ?? ""));
  }
  const payments = events.map(({ rate, mark }) =>
    rate === null || mark === null || mark === undefined
      ? null
      : unitsOf(rate, decimals.rate) * unitsOf(mark, decimals.mark),
  );
  return { scale: decimals.rate + decimals.mark, payments };
}
