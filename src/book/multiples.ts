import { Big } from "big.js";
import { decimal, type Figure } from "../base/decimal.js";
import type { Leg } from "../client/resources/position.js";

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
  readonly from: "symbol" | "prices";
}

const LEAST_POWER = 2;
const LOWEST = new Big("0.8");
const HIGHEST = new Big("1.25");
const ONE = new Big(1);
/** Greatest factor between what a symbol and the prices say. */
const AGREES = 3;
/** A multiple in front of the asset: 1000PEPE, 1MBABYDOGE, kPEPE. */
const PREFIX = /(?<![A-Za-z0-9])(?:1(0{3,}|[Mm])|k(?=[A-Z]))(?=[A-Za-z])/;

/** Reports whether a ratio of two prices says that they are of the same unit: 0.8 to 1.25. */
export function isSameUnit(ratio: Big): boolean {
  return ratio.gte(LOWEST) && ratio.lte(HIGHEST);
}

/** Returns a price of a leg for one of the smallest contract. */
export function unitPrice({ factor }: Counted, price: Big): Big {
  return factor.eq(1) ? price : price.times(`1e-${factor.e}`);
}

/**
 * Returns legs with factors that make their units comparable. Some exchanges trade an asset by the
 * thousand or million (1000PEPE): the symbol says so, or else the open prices, or else the marks.
 * src/features/get/explain.md, "Contract multiples".
 */
export function countedAlike<L extends Leg>(legs: readonly L[]): Counted<L>[] {
  const powers = powersOf(legs);
  const least = leastOf(powers);
  return legs.map((leg, at) => {
    const power = powers[at]?.power ?? least;
    return { leg, factor: power === least ? ONE : new Big(`1e${power - least}`) };
  });
}

/** Returns the legs whose contract is a multiple of another leg's. */
export function multiplesOf(legs: readonly Leg[]): Multiple[] {
  const powers = powersOf(legs);
  const least = leastOf(powers);
  const at = powers.findIndex((it) => it?.power === least);
  const base = legs[at];
  if (base === undefined) return [];
  return countedAlike(legs).flatMap(({ leg, factor }, index) => {
    const from = powers[index]?.from ?? powers[at]?.from ?? "prices";
    return factor.eq(1) ? [] : [{ of: leg, base, factor, from }];
  });
}

/** Size of the contract of a leg: that of the reference × 10^power. */
interface Power {
  readonly power: number;
  /** Undefined for the reference. */
  readonly from?: Multiple["from"];
}

function powersOf(legs: readonly Leg[]): (Power | undefined)[] {
  if (legs.length < 2) return legs.map(() => undefined);
  const reference = referenceOf(legs);
  return legs.map((leg) => {
    if (reference === undefined) return undefined;
    return leg === reference.leg ? { power: 0 } : powerOf(pricedLeg(leg), reference);
  });
}

function leastOf(powers: readonly (Power | undefined)[]): number {
  return powers.reduce((least, it) => Math.min(least, it?.power ?? 0), 0);
}

interface PricedLeg {
  readonly leg: Leg;
  readonly open: Figure;
  readonly mark: Figure;
}

function pricedLeg(leg: Leg): PricedLeg {
  return { leg, open: positive(leg.open_price), mark: positive(leg.mark_price) };
}

function positive(price: number | null): Figure {
  return price !== null && price > 0 ? decimal(price) : null;
}

/**
 * Returns the leg with the lowest mark if all marks but not all open prices are known; else the one with
 * the lowest open price of those with both prices, or else with an open price, or else the lowest mark.
 */
function referenceOf(legs: readonly Leg[]): PricedLeg | undefined {
  const priced = legs.map(pricedLeg).filter(({ open, mark }) => open !== null || mark !== null);
  const isMarked =
    priced.every(({ mark }) => mark !== null) && priced.some((it) => it.open === null);
  const rank = ({ open, mark }: PricedLeg) =>
    isMarked ? 0 : Number(open !== null) * 2 + Number(mark !== null);
  const price = ({ open, mark }: PricedLeg) => (isMarked ? mark : (open ?? mark)) ?? ONE;
  return priced.sort((a, b) => rank(b) - rank(a) || price(a).cmp(price(b)))[0];
}

function powerOf(leg: PricedLeg, reference: PricedLeg): Power | undefined {
  const pairs = [
    [leg.open, reference.open],
    [leg.mark, reference.mark],
  ] as const;
  const known = pairs.flatMap(([above, below]) =>
    above === null || below === null ? [] : [{ above, below }],
  );
  const [first] = known;
  if (first === undefined) return undefined;
  const [own, other] = [prefixPower(leg.leg), prefixPower(reference.leg)];
  if ((own !== 0 || other !== 0) && agrees(first, own - other)) {
    return { power: own - other, from: "symbol" };
  }
  for (const ratio of known) {
    const power = powerIn(ratio);
    if (power !== undefined) return { power, from: "prices" };
  }
  return undefined;
}

interface Ratio {
  readonly above: Big;
  readonly below: Big;
}

function agrees({ above, below }: Ratio, power: number): boolean {
  const expected = below.times(`1e${power}`);
  return above.times(AGREES).gte(expected) && above.lte(expected.times(AGREES));
}

/** Returns the power of ten that a ratio is near to; undefined if there is none, or it is ±1. */
function powerIn({ above, below }: Ratio): number | undefined {
  const near = above.e - below.e;
  return [near - 1, near, near + 1].find((power) => {
    const expected = below.times(`1e${power}`);
    const isNear = above.gte(expected.times(LOWEST)) && above.lte(expected.times(HIGHEST));
    return isNear && (power === 0 || Math.abs(power) >= LEAST_POWER);
  });
}

/** Returns the power of ten that is in front of the asset in a symbol: 3 of 1000PEPE. */
function prefixPower({ symbol }: Leg): number {
  const found = PREFIX.exec(symbol);
  if (found === null) return 0;
  const [, count] = found;
  if (count === undefined) return 3;
  return count.startsWith("0") ? count.length : 6;
}
