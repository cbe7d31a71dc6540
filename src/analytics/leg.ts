import type { Big } from "big.js";
import { decimal, type Figure, sumOf } from "../base/decimal.js";
import type { LegDetail, LegSummary, Position } from "../client/resources/position.js";
import { heldQuantity } from "./held.js";

/** +1 for a long leg, which gains when the price rises; -1 for a short one. */
export function signOf({ side }: Pick<LegSummary, "side">): 1 | -1 {
  return side === "long" ? 1 : -1;
}

/**
 * What a leg is worth at its mark, USD: held quantity × mark price. A leg that holds nothing is worth
 * 0 whatever its mark; null when a mark is needed and missing, or the quantity is negative.
 * docs/analytics.md, "Leg".
 */
export function notionalOf(leg: LegSummary, status: Position["status"]): Figure {
  return worth(leg, status, leg.mark_price);
}

/**
 * The same with the open price in place of a missing mark: `about`, for shares of a whole and for
 * limits that are told as a part of the notional.
 */
export function aboutNotionalOf(leg: LegSummary, status: Position["status"]): Figure {
  return worth(leg, status, leg.mark_price ?? leg.open_price);
}

function worth(leg: LegSummary, status: Position["status"], price: number | null): Figure {
  if (leg.quantity < 0) return null;
  const held = decimal(heldQuantity(status, leg));
  if (held.eq(0)) return held;
  return decimal(price)?.times(held) ?? null;
}

/**
 * What the price alone has brought a leg, USD: sign × quantity × (close or mark − open).
 * Null when a price is missing, for a leg whose quantity is told as 0, since what was held is then
 * not known, and for a negative quantity. Leaves out what earlier changes of size realized.
 * docs/analytics.md, "Leg".
 */
export function pricePnlOf(leg: LegSummary & { readonly close_price?: number | null }): Figure {
  const open = decimal(leg.open_price);
  const last = decimal(leg.close_price ?? leg.mark_price);
  if (open === null || last === null || leg.quantity <= 0) return null;
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
