import type { Big } from "big.js";
import type { LegDetail, LegSummary } from "../api/position.js";
import { decimal, type Figure, sumOf } from "./decimal.js";

/** +1 for a long leg, which gains when the price rises; -1 for a short one. */
export function signOf({ side }: Pick<LegSummary, "side">): 1 | -1 {
  return side === "long" ? 1 : -1;
}

/**
 * What a leg is worth at its mark, USD: quantity × mark price. A leg of quantity 0 is worth 0
 * whatever its mark; null when a mark is needed and missing. docs/analytics.md, "Notional".
 */
export function notionalOf(leg: LegSummary): Figure {
  if (leg.quantity === 0) return decimal(0);
  const mark = decimal(leg.mark_price);
  return mark === null ? null : decimal(leg.quantity).times(mark);
}

/**
 * What the price alone has brought a leg, USD: sign × quantity × (close or mark − open).
 * Null when a price is missing, and for a leg whose quantity is told as 0: what was held is then
 * not known. Leaves out what earlier changes of size realized. docs/analytics.md, "Price PnL".
 */
export function pricePnlOf(leg: LegDetail): Figure {
  const open = decimal(leg.open_price);
  const last = decimal(leg.close_price ?? leg.mark_price);
  if (open === null || last === null || leg.quantity === 0) return null;
  return last.minus(open).times(leg.quantity).times(signOf(leg));
}

/** What counts as a leg's funding, USD: the one set by hand, where there is one. */
export function effectiveFunding({ funding }: Pick<LegDetail, "funding">): number {
  return funding.override ?? funding.calculated;
}

/** Fees paid for a leg so far, USD: for opening it and, once it is closed, for closing it. */
function feesPaidOf(leg: LegDetail): Big {
  return decimal(leg.open_fee_paid).plus(decimal(leg.close_fee_paid ?? 0));
}

/** The funding of all legs, USD; null when there is no leg. */
export function fundingOf(legs: readonly LegDetail[]): Figure {
  return legs.length === 0 ? null : sumOf(legs.map((leg) => decimal(effectiveFunding(leg))));
}

/** The fees paid for all legs so far, USD; null when there is no leg. */
export function feesOf(legs: readonly LegDetail[]): Figure {
  return legs.length === 0 ? null : sumOf(legs.map(feesPaidOf));
}
