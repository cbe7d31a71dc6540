import { BOTH_SIDES, type BySide, bySide } from "../../analytics/market/by-side.js";
import { type PairBasis, pairBasisOf, unknownBasis } from "../../analytics/market/pair-basis.js";
import { timeEvents } from "../../analytics/market/rhythm.js";
import type { MarketEvent } from "../../analytics/market/settled-event.js";
import { countedAlike } from "../../analytics/position/multiples.js";
import type { NamedMarket } from "../../base/names/market-name.js";

/**
 * Returns the basis of two markets over the 30 days until a time, a unit of the one against as much of
 * the other. docs/reference/figures/get.md, "Basis".
 * @param events in any order
 */
export function basisOfMarkets(
  events: BySide<readonly MarketEvent[]>,
  markets: BySide<NamedMarket>,
  until: number,
): PairBasis {
  const timed = bySide((side) => timeEvents(events[side]));
  const units = BOTH_SIDES.flatMap((side) => {
    const { id, exchange = "", symbol = "" } = markets[side];
    const mark = timed[side].findLast((it) => it.time <= until && it.mark != null)?.mark;
    const price = mark == null ? null : Number(mark);
    return {
      ...{ market_id: id, side, exchange, symbol, leverage: null, quantity: 1 },
      ...{ open_price: price, mark_price: price, mark_price_updated_at: null },
    };
  });
  if (units.some(({ mark_price }) => mark_price === null)) return unknownBasis("too_few_instants");
  const legs = countedAlike(units).map(({ leg: { side }, factor }) => {
    return { side, quantity: 1, amount: factor.toNumber(), events: timed[side] };
  });
  return pairBasisOf(legs, until);
}
