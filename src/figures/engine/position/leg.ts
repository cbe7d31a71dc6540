import { decimal, type Figure, sumOf } from "../../../base/decimal.js";
import type { Leg, LegDetail, Position } from "../../../client/resources/position.js";
import { isSide } from "../../../client/resources/words.js";
import { heldQuantity } from "./held-legs.js";

/** Returns 1 for a long leg, -1 for a short one or an unknown side, whose {@link heldQuantity} is NaN. */
export function signOf({ side }: Pick<Leg, "side">): 1 | -1 {
  return side === "long" ? 1 : -1;
}

/**
 * Returns the notional of a leg, USD, with the open price in place of a missing mark: an estimate,
 * for shares of a total and for limits that are a percentage of the notional.
 */
export function aboutNotionalOf(leg: Leg, status: Position["status"]): Figure {
  return worth(leg, status, leg.mark_price ?? leg.open_price);
}

function worth(leg: Leg, status: Position["status"], price: number | null): Figure {
  if (leg.quantity < 0) return null;
  const held = decimal(heldQuantity(status, leg));
  if (held === null || held.eq(0)) return held;
  return decimal(price)?.times(held) ?? null;
}

/**
 * Returns the price PnL of a leg, USD: sign × quantity × (close or mark - open). Null if a price is
 * missing, for a quantity of 0, since the former quantity is then unknown, and for a negative
 * quantity. Excludes what earlier changes of size realized.
 */
export function pricePnlOf(leg: Leg & { readonly close_price?: number | null }): Figure {
  const open = decimal(leg.open_price);
  const last = decimal(leg.close_price ?? leg.mark_price);
  if (open === null || last === null || !(leg.quantity > 0) || !isSide(leg.side)) return null;
  return last.minus(open).times(leg.quantity).times(signOf(leg));
}

/** Returns the funding of a leg, USD: the manual override, or else the calculated amount. */
export function effectiveFunding({ funding }: Pick<LegDetail, "funding">): number {
  return funding.override ?? funding.calculated;
}

/** Returns the fees paid for a leg so far, USD: for opening and, if closed, for closing it. */
export function feesPaidOf(leg: LegDetail): Figure {
  return sumOf([decimal(leg.open_fee_paid), decimal(leg.close_fee_paid ?? 0)]);
}

/** Returns the funding of all legs, USD; null without a leg. */
export function fundingOf(legs: readonly LegDetail[]): Figure {
  return legs.length === 0 ? null : sumOf(legs.map((leg) => decimal(effectiveFunding(leg))));
}

/** Returns the fees paid for all legs so far, USD; null without a leg. */
export function feesOf(legs: readonly LegDetail[]): Figure {
  return legs.length === 0 ? null : sumOf(legs.map(feesPaidOf));
}
