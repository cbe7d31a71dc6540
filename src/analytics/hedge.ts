import { Big } from "big.js";
import type { LegSummary } from "../api/position.js";
import { decimal, type Figure, percentOf, sumOf } from "./decimal.js";
import { notionalOf, signOf } from "./leg.js";

/** How well the legs of a position offset each other. Formulas: docs/analytics.md, "Hedge". */
export interface Hedge {
  /** Sum over the long legs, in the asset. */
  readonly longQuantity: Big;
  /** Sum over the short legs, in the asset. */
  readonly shortQuantity: Big;
  /** Long minus short: above zero, a rising price is a gain. */
  readonly netQuantity: Big;
  /** |long − short| in percent of the larger side; null while neither side holds anything. */
  readonly imbalance: Figure;
  /** Sum of the legs' notionals, USD; null when one of them is not known, or there is none. */
  readonly grossNotional: Figure;
  /** Notional of the long legs minus that of the short ones, USD. */
  readonly netNotional: Figure;
  /** How far the shorts were opened above the longs, percent of the longs' price. */
  readonly entryBasis: Figure;
  /** How far the shorts' mark is above the longs' now, percent of the longs' mark. */
  readonly currentBasis: Figure;
}

/** The hedge of a position from the legs as the service tells them. */
export function hedgeOf(legs: readonly LegSummary[]): Hedge {
  return {
    ...balanceOf(legs),
    ...exposureOf(legs),
    entryBasis: basisOf(legs, (leg) => leg.open_price),
    currentBasis: basisOf(legs, (leg) => leg.mark_price),
  };
}

/** How much is held on each side, and how far they are apart. */
export function balanceOf(
  legs: readonly LegSummary[],
): Pick<Hedge, "longQuantity" | "shortQuantity" | "netQuantity" | "imbalance"> {
  const longQuantity = quantityOf(legs, "long");
  const shortQuantity = quantityOf(legs, "short");
  const netQuantity = longQuantity.minus(shortQuantity);
  const imbalance = percentOf(netQuantity.abs(), larger(longQuantity, shortQuantity));
  return { longQuantity, shortQuantity, netQuantity, imbalance };
}

/** What the legs are worth together; null when that of one is not known, or there is none. */
export function exposureOf(
  legs: readonly LegSummary[],
): Pick<Hedge, "grossNotional" | "netNotional"> {
  if (legs.length === 0) return { grossNotional: null, netNotional: null };
  let gross = new Big(0);
  let net = new Big(0);
  for (const leg of legs) {
    const notional = notionalOf(leg);
    if (notional === null) return { grossNotional: null, netNotional: null };
    gross = gross.plus(notional);
    net = signOf(leg) === 1 ? net.plus(notional) : net.minus(notional);
  }
  return { grossNotional: gross, netNotional: net };
}

/**
 * The basis between the sides: (short − long) ÷ long, in percent, each side at the mean of its
 * legs' prices weighted by quantity. Null when a side has no leg or a price is missing.
 */
export function basisOf<L extends LegSummary>(
  legs: readonly L[],
  priceOf: (leg: L) => number | null,
): Figure {
  const priceOn = (side: LegSummary["side"]) =>
    meanPrice(
      legs.filter((leg) => leg.side === side),
      priceOf,
    );
  const [long, short] = [priceOn("long"), priceOn("short")];
  return long === null || short === null ? null : percentOf(short.minus(long), long);
}

/** The price of a single leg is its own, even of one that holds nothing any more. */
function meanPrice<L extends LegSummary>(
  legs: readonly L[],
  priceOf: (leg: L) => number | null,
): Figure {
  const [first] = legs;
  if (first === undefined) return null;
  if (legs.length === 1) return decimal(priceOf(first));
  const quantity = sumOf(legs.map((leg) => decimal(leg.quantity)));
  const value = sumOf(legs.map((leg) => decimal(priceOf(leg))?.times(leg.quantity) ?? null));
  return quantity === null || value === null || quantity.eq(0) ? null : value.div(quantity);
}

function quantityOf(legs: readonly LegSummary[], side: LegSummary["side"]): Big {
  return legs
    .filter((leg) => leg.side === side)
    .reduce((sum, leg) => sum.plus(decimal(leg.quantity)), new Big(0));
}

function larger(a: Big, b: Big): Big {
  return a.gt(b) ? a : b;
}
