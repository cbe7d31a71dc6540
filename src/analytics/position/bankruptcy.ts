import type { Big } from "big.js";
import { decimal, type Figure, PERCENT } from "../../base/decimal.js";
import { rounded } from "../../base/whole.js";
import type { Leg, Position } from "../../client/resources/position.js";
import { balanceOf } from "./hedge.js";
import { heldLegs, whyUncountable } from "./held-legs.js";
import { signOf } from "./leg.js";
import { bankruptcyPriceOf } from "./margin.js";

/** What is left of a position after a move of all prices. */
export interface AfterMove {
  readonly position: Position;
  /** Legs whose bankruptcy price lies within the move. */
  readonly bankrupt: readonly Leg[];
  /** Unhedged without them at the moved price, USD; null if it, or whether a leg is bankrupt, is unknown. */
  readonly unhedged: Figure;
}

/** Returns what is left of a position. @param percent move of the prices */
export function afterMove(position: Position, percent: Big): AfterMove {
  const { status, legs, asset } = position;
  const factor = percent.times(PERCENT).plus(1);
  const held = whyUncountable(position) === undefined ? heldLegs(position) : [];
  const each = held.map((leg) => ({ leg, isWithin: isWithin(leg, factor) }));
  const bankrupt = each.filter((it) => it.isWithin === true).map(({ leg }) => leg);
  const rest = legs.filter((leg) => !bankrupt.includes(leg));
  const isKnown = each.every((it) => it.isWithin !== undefined);
  const { unhedged } = balanceOf({ asset, status, legs: rest });
  const value = isKnown && unhedged !== null ? rounded(unhedged.times(factor)) : null;
  return { position, bankrupt, unhedged: value };
}

/**
 * Reports whether the bankruptcy price of a leg lies between its mark and the moved one. Undefined without a
 * leverage or a price, and if the mark is past it already.
 */
function isWithin(leg: Leg, factor: Big): boolean | undefined {
  const [mark, price] = [decimal(leg.mark_price), bankruptcyPriceOf(leg)];
  if (price === null || !mark?.gt(0)) return undefined;
  const sign = signOf(leg);
  if (mark.minus(price).times(sign).lte(0)) return undefined;
  return price.gt(0) && mark.times(factor).minus(price).times(sign).lte(0);
}
