import { Big } from "big.js";
import { decimal } from "../base/decimal.js";
import type { LegSummary } from "../client/resources/position.js";

/** A leg with how many of the smallest contract one of its own stands for. */
export interface Counted<L extends LegSummary = LegSummary> {
  readonly leg: L;
  /** A power of ten: its quantity × factor and its prices ÷ factor can be compared. */
  readonly factor: Big;
}

/** That one contract of a leg stands for several of another. */
export interface Multiple {
  readonly of: LegSummary;
  readonly base: LegSummary;
  readonly factor: Big;
}

const LEAST_POWER = 2;
const LOWEST = new Big("0.8");
const HIGHEST = new Big("1.25");

/**
 * Legs in units that can be compared. Exchanges count some assets by the thousand or the million
 * (1000PEPE), which the prices give away: a price within 0.8 to 1.25 of 10^k times the least one,
 * k ≥ 2, is that of a contract of 10^k. docs/analytics.md, "Contract multiples".
 */
export function countedAlike<L extends LegSummary>(legs: readonly L[]): Counted<L>[] {
  const least = leastOf(legs)?.price;
  return legs.map((leg) => ({ leg, factor: factorOf(priceOf(leg), least) }));
}

/** The legs whose contract stands for several of another leg's. */
export function multiplesOf(legs: readonly LegSummary[]): Multiple[] {
  const base = leastOf(legs)?.leg;
  if (base === undefined) return [];
  return countedAlike(legs)
    .filter(({ factor }) => factor.gt(1))
    .map(({ leg, factor }) => ({ of: leg, base, factor }));
}

/** The mark price; where it is missing, the open price. Null for what is no price. */
function priceOf(leg: LegSummary): Big | null {
  const price = decimal(leg.mark_price ?? leg.open_price);
  return price?.gt(0) === true ? price : null;
}

function leastOf(legs: readonly LegSummary[]): { leg: LegSummary; price: Big } | undefined {
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
    const rest = ratio.div(factor);
    if (power >= LEAST_POWER && rest.gte(LOWEST) && rest.lte(HIGHEST)) return factor;
  }
  return one;
}
