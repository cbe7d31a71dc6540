import { Big } from "big.js";
import { recordOf } from "../../../base/collections.js";
import { decimal, type Figure, percentOf, sumOf } from "../../../base/decimal.js";
import { ratioOf } from "../../../base/whole.js";
import { type Counted, countedAlike, unitPrice } from "../../../book/multiples.js";
import type { Leg } from "../../../client/resources/position.js";
import { isSide } from "../../../client/resources/words.js";
import { type AssetHolder, heldLegs, whyUncountable } from "./held-legs.js";
import { markOf } from "./mark.js";

/**
 * How well the held legs of a position offset each other. Quantities are in units of the asset; all figures
 * are null if a quantity is negative.
 */
export interface Balance {
  /** Sum over the long legs, in the asset. */
  readonly longQuantity: Figure;
  /** Sum over the short legs, in the asset. */
  readonly shortQuantity: Figure;
  /** Long minus short; above zero, the position gains when the price rises. */
  readonly netQuantity: Figure;
  /** |long - short| in percent of the larger side; null if neither side holds anything. */
  readonly imbalance: Figure;
  /** Net quantity × mean mark price of the larger side, USD. */
  readonly unhedged: Figure;
}

const BALANCE = [
  ...["longQuantity", "shortQuantity", "netQuantity", "imbalance", "unhedged"],
] as const satisfies readonly (keyof Balance)[];

/** Returns the quantity held on each side, and the difference. */
export function balanceOf(position: AssetHolder): Balance {
  if (whyUncountable(position) !== undefined) return recordOf(BALANCE, () => null);
  const legs = countedAlike(heldLegs(position), position.asset);
  const longQuantity = quantityOf(legs, "long");
  const shortQuantity = quantityOf(legs, "short");
  const netQuantity = longQuantity.minus(shortQuantity);
  const larger = longQuantity.gt(shortQuantity) ? "long" : "short";
  const most = larger === "long" ? longQuantity : shortQuantity;
  const imbalance = percentOf(netQuantity.abs(), most);
  const mark = meanPrice(on(legs, larger), markOf);
  const unhedged = netQuantity.eq(0) ? netQuantity : mark && timesMean(netQuantity, mark);
  return { longQuantity, shortQuantity, netQuantity, imbalance, unhedged };
}

/**
 * Returns the basis between the sides: (short - long) ÷ long, in percent, with the mean of each
 * side's prices weighted by quantity. Null if a side has no leg, a price is missing or a quantity is
 * negative.
 */
export function basisOf<L extends Leg>(
  legs: readonly L[],
  priceOf: (leg: L) => number | null,
): Figure {
  if (legs.some(({ quantity, side }) => !(quantity >= 0) || !isSide(side))) return null;
  const counted = countedAlike(legs, ""); // only how they compare counts
  const long = meanPrice(on(counted, "long"), priceOf);
  const short = meanPrice(on(counted, "short"), priceOf);
  if (long === null || short === null) return null;
  const [above, below] = [short.value.times(long.quantity), long.value.times(short.quantity)];
  return percentOf(above.minus(below), below);
}

/**
 * Returns the quantity held short at the mean mark price of the longs, USD: a change of the basis by
 * one point is worth a hundredth of it. 0 if nothing is short; null if nothing is long, a mark of the
 * longs is missing or not above zero, or a quantity is negative.
 */
export function shortAtLongMark(position: AssetHolder): Figure {
  if (whyUncountable(position) !== undefined) return null;
  const legs = countedAlike(heldLegs(position), position.asset);
  const short = quantityOf(legs, "short");
  const mark = meanPrice(on(legs, "long"), markOf);
  return short.eq(0) ? short : mark && timesMean(short, mark);
}

/** A mean price, value ÷ quantity, which is divided last. */
interface MeanPrice {
  readonly value: Big;
  /** Not zero. */
  readonly quantity: Big;
}

const ONE = new Big(1);

function timesMean(quantity: Big, mean: MeanPrice): Big {
  const product = quantity.times(mean.value);
  return mean.quantity.eq(1) ? product : ratioOf(product, mean.quantity);
}

/** Returns the mean price of legs; of a single leg its price, even if it no longer holds anything. */
function meanPrice<L extends Leg>(
  legs: readonly Counted<L>[],
  priceOf: (leg: L) => number | null,
): MeanPrice | null {
  const [first] = legs;
  if (first === undefined) return null;
  if (legs.length === 1) {
    const price = decimal(priceOf(first.leg));
    return price && { value: unitPrice(first, price), quantity: ONE };
  }
  const quantity = sumOf(legs.map(amountOf));
  // quantity × factor × (price ÷ factor)
  const value = sumOf(legs.map(({ leg }) => decimal(priceOf(leg))?.times(leg.quantity) ?? null));
  return quantity === null || value === null || quantity.eq(0) ? null : { value, quantity };
}

function quantityOf(legs: readonly Counted[], side: Leg["side"]): Big {
  return on(legs, side).reduce((sum, leg) => sum.plus(amountOf(leg)), new Big(0));
}

function amountOf({ leg, factor }: Counted): Big {
  return (decimal(leg.quantity) ?? new Big(0)).times(factor); // countable, which the callers ensure
}

function on<L extends Leg>(legs: readonly Counted<L>[], side: Leg["side"]): Counted<L>[] {
  return legs.filter(({ leg }) => leg.side === side);
}
