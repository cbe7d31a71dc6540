import { countedAlike } from "../../../book/multiples.js";
import type { Position } from "../../../client/resources/position.js";
import { isSide } from "../../../client/resources/words.js";
import type { RunInputs } from "../funding/run-legs.js";
import { type BasisLeg, type PairBasis, pairBasisOf, unknownBasis } from "../market/pair-basis.js";
import { marketOf } from "../market/run-market.js";
import { basisOf } from "./hedge.js";
import { heldLegs, whyUncountable } from "./held-legs.js";
import { type Freshness, isFresh, markOf, oldestMark } from "./mark.js";

/** Returns the basis of what a position holds over 30 days. */
export function basisOfPosition(
  position: Pick<Position, "asset" | "status" | "legs">,
  { historyOf, now, ...clock }: RunInputs & Freshness,
): PairBasis {
  const held = heldLegs(position);
  if (whyUncountable(position) !== undefined) return unknownBasis("funding_unknown");
  if (held.some(({ market_id }) => market_id === null)) return unknownBasis("market_unknown");
  const legs = countedAlike(held, position.asset).flatMap(({ leg, factor }): BasisLeg[] => {
    const { market_id: id, side, quantity } = leg;
    const market = id === null ? undefined : marketOf(historyOf(id));
    if (market === undefined || !isSide(side)) return [];
    return [{ side, quantity, amount: factor.times(quantity).toNumber(), events: market.events }];
  });
  if (legs.length < held.length) return unknownBasis("funding_unknown");
  const isCurrent = held.every((leg) => isFresh(leg, { now, ...clock }));
  const asOf = oldestMark(position) ?? undefined;
  return pairBasisOf(legs, now, isCurrent ? { value: basisOf(held, markOf), asOf } : undefined);
}
