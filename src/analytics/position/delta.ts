import { Big } from "big.js";
import type { Figure } from "../../base/decimal.js";
import { ratioOf } from "../../base/whole.js";
import { countedAlike } from "../../book/multiples.js";
import type { Leg } from "../../client/resources/position.js";
import { balanceOf } from "./hedge.js";
import { type AssetHolder, type Holder, heldLegs } from "./held-legs.js";
import { signOf } from "./leg.js";
import { markOf } from "./mark.js";

/**
 * Returns what a position gained between two listings because it was not hedged, USD: the net quantity at
 * the first one × the change of the mean mark price of its larger side, by the quantities of the first one.
 * Null if a quantity is negative, or a mark price of that side is missing. src/features/pnl/explain.md,
 * "Delta and basis".
 */
export function deltaOf(start: AssetHolder, end: Holder): Figure {
  const { netQuantity } = balanceOf(start);
  if (netQuantity === null || netQuantity.eq(0)) return netQuantity;
  const larger = netQuantity.gt(0) ? 1 : -1;
  const legs = countedAlike(heldLegs(start), start.asset).filter(
    ({ leg }) => signOf(leg) === larger,
  );
  let [moved, amount] = [new Big(0), new Big(0)];
  for (const { leg, factor } of legs) {
    const then = markOf(leg);
    const now = end.legs.find((it) => isSame(it, leg));
    const later = now === undefined ? null : markOf(now);
    if (then === null || later === null) return null;
    moved = moved.plus(new Big(later).minus(then).times(leg.quantity));
    amount = amount.plus(factor.times(leg.quantity));
  }
  return ratioOf(netQuantity.times(moved), amount);
}

function isSame(a: Leg, b: Leg): boolean {
  return a.side === b.side && a.exchange === b.exchange && a.symbol === b.symbol;
}
