import type { Big } from "big.js";
import type { NamedMarket } from "../../../base/names/market-name.js";
import { countedAlike } from "../../../book/multiples.js";
import type { MarketEvent } from "../../../book/settled-event.js";
import { BOTH_SIDES, type BySide, type Side } from "./by-side.js";
import { type PairBasis, pairBasisOf, unknownBasis } from "./pair-basis.js";
import { timeEvents } from "./rhythm.js";

/** A unit of a market at a mark price. */
export interface MarkedUnit {
  readonly side: Side;
  readonly mark: string;
  /** When the price was settled, milliseconds since the epoch. */
  readonly time: number;
  /** Units of the asset. */
  readonly factor: Big;
}

/** Returns a unit of each market at its last settlement until a time; undefined without a mark price. */
export function unitsAt(
  events: BySide<readonly MarketEvent[]>,
  markets: BySide<NamedMarket>,
  until: number,
): readonly MarkedUnit[] | undefined {
  const units = BOTH_SIDES.flatMap((side) => {
    const { id, exchange = "", symbol = "" } = markets[side];
    const last = timeEvents(events[side]).findLast((it) => it.time <= until && it.mark != null);
    if (last?.mark == null) return [];
    const price = Number(last.mark);
    const leg = { market_id: id, side, exchange, symbol, leverage: null, quantity: 1 };
    const prices = { open_price: null, mark_price: price, mark_price_updated_at: null };
    return [{ ...leg, ...prices, mark: last.mark, time: last.time }];
  });
  if (units.length < BOTH_SIDES.length) return undefined;
  return countedAlike(units, "").map(({ leg: { side, mark, time }, factor }) => {
    return { side, mark, time, factor };
  });
}

/**
 * Returns the basis of two markets over the 30 days until a time, a unit of the one against as much of
 * the other.
 * @param events in any order
 */
export function basisOfMarkets(
  events: BySide<readonly MarketEvent[]>,
  markets: BySide<NamedMarket>,
  until: number,
): PairBasis {
  const legs = unitsAt(events, markets, until)?.map(({ side, factor }) => {
    return { side, quantity: 1, amount: factor.toNumber(), events: timeEvents(events[side]) };
  });
  return legs === undefined ? unknownBasis("too_few_instants") : pairBasisOf(legs, until);
}
