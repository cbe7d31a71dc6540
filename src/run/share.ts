import { Big } from "big.js";
import type { Fees, Share } from "./settings/kinds.js";

/** Returns a share of a notional as a decimal fraction. */
export function shareOf({ amount, unit }: Share): Big {
  return new Big(amount).div(unit === "%" ? 100 : 10_000);
}

/** The fee of a fill that is taken where none is known. */
export const ASSUMED_FEE: Share = { amount: "5", unit: "bps" };

/** The fee of a fill. */
export interface FillFee {
  readonly share: Share;
  /** Whether none is typed, and the profile has none for the exchange. */
  readonly isAssumed: boolean;
}

/** Returns the fee that is typed, else that of the profile for an exchange, else 5 bp, which has to be said. */
export function fillFee(
  exchange: string | undefined,
  typed: Share | undefined,
  fees: Fees | undefined,
): FillFee {
  const known = typed ?? feeOn(fees, exchange);
  return { share: known ?? ASSUMED_FEE, isAssumed: known === undefined };
}

/**
 * Returns the fee of a fill on an exchange; undefined if it is unknown. For an unknown exchange it is the
 * default, but only if no exchange has a fee of its own.
 */
function feeOn(fees: Fees | undefined, exchange: string | undefined): Share | undefined {
  const others = fees?.get("default");
  if (exchange === undefined) return fees?.size === 1 ? others : undefined;
  return fees?.get(exchange.toLowerCase()) ?? others;
}
