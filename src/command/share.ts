import { Big } from "big.js";
import type { Fees, Share } from "../settings/kinds.js";

/** Fee of a fill that is assumed where none is typed or in the profile; a screen says so. */
export const ASSUMED_FEE: Share = { amount: "5", unit: "bps" };

/** Returns a share of a notional as a decimal fraction. */
export function shareOf({ amount, unit }: Share): Big {
  return new Big(amount).div(unit === "%" ? 100 : 10_000);
}

/**
 * Returns the fee of a fill on an exchange; undefined if it is unknown. For an unknown exchange it is the
 * default, but only if no exchange has a fee of its own.
 */
export function feeOn(fees: Fees | undefined, exchange: string | undefined): Share | undefined {
  const others = fees?.get("default");
  if (exchange === undefined) return fees?.size === 1 ? others : undefined;
  return fees?.get(exchange.toLowerCase()) ?? others;
}
