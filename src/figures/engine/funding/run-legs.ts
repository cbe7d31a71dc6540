import type { MarketEvent } from "../../../book/settled-event.js";
import type { Leg, Position } from "../../../client/resources/position.js";
import { type RunClock, runClock } from "../market/run-clock.js";
import { marketOf } from "../market/run-market.js";
import { heldLegs, whyUncountable } from "../position/held-legs.js";
import type { PaidLeg, Sized } from "./sum-of-periods.js";

/** Returns the credible settled events of a market, in any order; undefined if unavailable. */
export type HistoryOf = (marketId: number) => readonly MarketEvent[] | undefined;

export interface RunInputs {
  readonly historyOf: HistoryOf;
  /** The time of the service, milliseconds since the epoch. */
  readonly now: number;
}

/** The fields of a position that a run needs. */
export type RunPosition = Pick<Position, "status" | "opened_at" | "legs">;

/** The held legs of a position with the periods of a window. */
export interface PaidWindow<L extends Sized = Leg> {
  readonly clock: RunClock;
  readonly legs: readonly PaidLeg<L>[];
}

/**
 * Returns the settled funding of the held legs' markets in the periods of a window that ends now, or why it
 * is unknown. @param hours length of the window
 */
export function paidWindow(
  position: RunPosition,
  { historyOf, now }: RunInputs,
  hours: number,
): PaidWindow | "market_unknown" | "funding_unknown" {
  const held = heldLegs(position);
  if (held.some(({ market_id }) => market_id === null)) return "market_unknown";
  const markets = held.flatMap((leg) => marketOfLeg(leg, historyOf) ?? []);
  const isUncountable = whyUncountable(position) !== undefined;
  if (markets.length === 0 || markets.length < held.length || isUncountable) {
    return "funding_unknown";
  }
  const clock = runClock(markets, hours, now);
  const legs = held.flatMap((leg, index) => {
    const market = markets[index];
    return market === undefined ? [] : [{ leg, periods: market.periodsOf(clock) }];
  });
  return { clock, legs };
}

function marketOfLeg({ market_id }: Leg, historyOf: HistoryOf) {
  return market_id === null ? undefined : marketOf(historyOf(market_id));
}
