import { Big } from "big.js";
import { decimal } from "../../base/decimal.js";
import type { Leg } from "../../client/resources/position.js";

/** A leg with the size of its contract in units of the smallest one. */
export interface Counted<L extends Leg = Leg> {
  readonly leg: L;
  /** Power of ten; quantity × factor and price ÷ factor are comparable between legs. */
  readonly factor: Big;
}

/** A leg whose contract is a multiple of another leg's. */
export interface Multiple {
  readonly of: Leg;
  readonly base: Leg;
  readonly factor: Big;
}

const LEAST_POWER = 2;
const LOWEST = new Big("0.8");
const HIGHEST = new Big("1.25");

/** Reports whether a ratio of two prices says that they are of the same unit: 0.8 to 1.25. */
export function isSameUnit(ratio: Big): boolean {
  return ratio.gte(LOWEST) && ratio.lte(HIGHEST);
}

/**
 * Returns legs with factors that make their units comparable. Some exchanges trade an asset by the
 * thousand or million (1000PEPE), which is detected by the price: at 0.8 to 1.25 times 10^k × the
 * lowest price, k ≥ 2, the contract stands for 10^k. docs/reference/figures/get.md, "Contract multiples".
 */
export function countedAlike<L extends Leg>(legs: readonly L[]): Counted<L>[] {
  const least = leastOf(legs)?.price;
  return legs.map((leg) => ({ leg, factor: factorOf(priceOf(leg), least) }));
}

/** Returns the legs whose contract is a multiple of another leg's. */
export function multiplesOf(legs: readonly Leg[]): Multiple[] {
  const base = leastOf(legs)?.leg;
  if (base === undefined) return [];
  return countedAlike(legs)
    .filter(({ factor }) => factor.gt(1))
    .map(({ leg, factor }) => ({ of: leg, base, factor }));
}

/** Returns the mark price, or else the open price; null unless above zero. */
function priceOf(leg: Leg): Big | null {
  const price = decimal(leg.mark_price ?? leg.open_price);
  return price?.gt(0) === true ? price : null;
}

function leastOf(legs: readonly Leg[]): { leg: Leg; price: Big } | undefined {
  const priced = legs.flatMap((leg) => {
    const price = priceOf(leg);
    return price === null ? [] : [{ leg, price }];
  });
  return priced.sort((a, b) => a.price.cmp(b.price))[0];
}

function factorOf(price: Big | null, least: Big | undefined): Big {
  const one = new Big(1);
  if (price === null || least === undefined) return one;
  const ratio = price.div(least);
  for (const power of [ratio.e, ratio.e + 1]) {
    const factor = new Big(`1e${power}`);
    if (power >= LEAST_POWER && isSameUnit(ratio.div(factor))) return factor;
  }
  return one;
}
