import { Big } from "big.js";
import { decimal, type Figure, percentOf, sumOf } from "../../../base/decimal.js";
import { ratioOf } from "../../../base/whole.js";
import { type Counted, unitPrice } from "../../credible/multiples.js";
import type { Side } from "./legs.js";

/*
 * How well held legs offset each other. Their quantities are countable, and in units of the asset times
 * their factor.
 */

/** Returns |long - short| in percent of the larger side; null if neither side holds anything. */
export function imbalanceOf(legs: readonly Counted[]): Figure {
  const { net, most } = balanceOf(legs);
  return percentOf(net.abs(), most);
}

/** Returns the net quantity × the mean mark price of the larger side, USD; null without a mark of that. */
export function unhedgedOf(legs: readonly Counted[]): Figure {
  const { net, larger } = balanceOf(legs);
  if (net.eq(0)) return net;
  const mark = meanMark(on(legs, larger));
  return mark && timesMean(net, mark);
}

function balanceOf(legs: readonly Counted[]) {
  const [long, short] = [quantityOf(legs, "long"), quantityOf(legs, "short")];
  const larger: Side = long.gt(short) ? "long" : "short";
  return { net: long.minus(short), larger, most: larger === "long" ? long : short };
}

/**
 * Returns the basis between the sides: (short - long) ÷ long, in percent, with the mean of each side's marks
 * weighted by quantity. Null if a side has no leg or a mark is missing.
 */
export function basisOf(legs: readonly Counted[]): Figure {
  const [long, short] = [meanMark(on(legs, "long")), meanMark(on(legs, "short"))];
  if (long === null || short === null) return null;
  const [above, below] = [short.value.times(long.quantity), long.value.times(short.quantity)];
  return percentOf(above.minus(below), below);
}

/**
 * Returns the quantity held short at the mean mark price of the longs, USD: a change of the basis by
 * one point is worth a hundredth of it. 0 if nothing is short; null if nothing is long, or a mark of the
 * longs is missing.
 */
export function shortAtLongMark(legs: readonly Counted[]): Figure {
  const short = quantityOf(legs, "short");
  if (short.eq(0)) return short;
  const mark = meanMark(on(legs, "long"));
  return mark && timesMean(short, mark);
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

/** Returns the mean mark price of legs; of a single leg its price. */
function meanMark(legs: readonly Counted[]): MeanPrice | null {
  const [first, ...others] = legs;
  if (first === undefined) return null;
  if (others.length === 0) {
    const price = decimal(first.record.mark_price);
    return price && { value: unitPrice(first, price), quantity: ONE };
  }
  // quantity × factor × (price ÷ factor)
  const value = sumOf(
    legs.map(({ record }) => decimal(record.mark_price)?.times(record.quantity) ?? null),
  );
  const quantity = sumOf(legs.map(amountOf));
  return quantity === null || value === null || quantity.eq(0) ? null : { value, quantity };
}

function quantityOf(legs: readonly Counted[], side: Side): Big {
  return on(legs, side).reduce((sum, leg) => sum.plus(amountOf(leg)), new Big(0));
}

function amountOf({ record, factor }: Counted): Big {
  return (decimal(record.quantity) ?? new Big(0)).times(factor);
}

function on(legs: readonly Counted[], side: Side): readonly Counted[] {
  return legs.filter(({ record }) => record.side === side);
}
