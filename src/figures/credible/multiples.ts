import { Big } from "big.js";
import { decimal, type Figure } from "../../base/decimal.js";
import type { Leg } from "../../client/resources/position.js";

/** A leg with the size of its contract in units of the asset. */
export interface Counted<L extends Leg = Leg> {
  readonly record: L;
  /** Power of ten; quantity × factor is in units of the asset, price ÷ factor is that of one unit. */
  readonly factor: Big;
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

/** Returns a price of a leg for one unit of the asset. */
export function unitPrice({ factor }: Pick<Counted, "factor">, price: Big): Big {
  return factor.eq(1) ? price : price.times(`1e${-factor.e}`);
}

/** Returns the power of ten, 2 or more or -2 or less, that a ratio is within 25 % of; undefined for none. */
export function multipleIn(ratio: Big): number | undefined {
  const power = [ratio.e - 1, ratio.e, ratio.e + 1].find((it) =>
    isSameUnit(ratio.times(`1e${-it}`)),
  );
  return power !== undefined && Math.abs(power) >= LEAST_POWER ? power : undefined;
}

/**
 * Returns legs with the factors that turn their quantities into units of the asset. Some exchanges trade an
 * asset by the thousand or million (1000PEPE). Of three witnesses, the symbols, the open prices and the
 * marks, two decide how the contracts of two legs compare.
 * @param asset symbol of the asset, which may itself begin with a multiple; empty when it is not known
 */
export function countedAlike<L extends Leg>(legs: readonly L[], asset: string): Counted<L>[] {
  const ofAsset = prefixPower(asset);
  const named = legs.map((leg) => prefixPower(leg.symbol) - ofAsset);
  const reference = legs.length < 2 ? undefined : referenceOf(legs);
  const compared = legs.map((leg) => reference && powerOf(pricedLeg(leg), reference));
  const base = baseOf(named, compared);
  return legs.map((record, at) => {
    const [own = 0, relative] = [named[at], compared[at]];
    const power = relative === undefined ? own : base + relative;
    return { record, factor: power === 0 ? ONE : new Big(`1e${power}`) };
  });
}

/**
 * Returns the power of the leg that the others are compared with: the one by which most contracts are what
 * their symbols say, of several the smallest one.
 */
function baseOf(named: readonly number[], compared: readonly (number | undefined)[]): number {
  const bases = compared.flatMap((power, at) =>
    power === undefined ? [] : [(named[at] ?? 0) - power],
  );
  const votes = (base: number) => bases.filter((it) => it === base).length;
  const [best = 0] = bases.toSorted((a, b) => votes(b) - votes(a) || Math.abs(a) - Math.abs(b));
  return best;
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

/** Returns the leg that the others are compared with: one with most prices, of several the cheapest. */
function referenceOf(legs: readonly Leg[]): PricedLeg | undefined {
  const priced = legs.map(pricedLeg).filter(({ open, mark }) => open !== null || mark !== null);
  const count = ({ open, mark }: PricedLeg) => Number(open !== null) + Number(mark !== null);
  const price = ({ open, mark }: PricedLeg) => mark ?? open ?? ONE;
  return priced.sort((a, b) => count(b) - count(a) || price(a).cmp(price(b)))[0];
}

/** Returns how the contract of a leg compares with another one; undefined without a price of both. */
function powerOf(leg: PricedLeg, reference: PricedLeg): number | undefined {
  const pairs = [
    [leg.open, reference.open],
    [leg.mark, reference.mark],
  ] as const;
  const ratios = pairs.flatMap(([own, other]) =>
    own === null || other === null ? [] : [own.div(other)],
  );
  if (ratios.length === 0) return leg.leg === reference.leg ? 0 : undefined;
  const named = prefixPower(leg.leg.symbol) - prefixPower(reference.leg.symbol);
  if (ratios.some((ratio) => agrees(ratio, named))) return named;
  const [first, second] = ratios.map((ratio) => multipleIn(ratio));
  const isDecided = first === second || ratios.length === 1;
  return isDecided ? (first ?? 0) : 0;
}

function agrees(ratio: Big, power: number): boolean {
  const of = ratio.times(`1e${-power}`);
  return of.times(AGREES).gte(1) && of.lte(AGREES);
}

/** Returns the power of ten that is in front of the asset in a symbol: 3 of 1000PEPE. */
function prefixPower(symbol: string): number {
  const found = PREFIX.exec(symbol);
  if (found === null) return 0;
  const [, count] = found;
  if (count === undefined) return 3;
  return count.startsWith("0") ? count.length : 6;
}
