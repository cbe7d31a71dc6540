import { Big } from "big.js";
import type { Figure } from "../../../base/decimal.js";
import { sumOf } from "../../../base/decimal.js";
import { type Holder, whyUncountable } from "./held-legs.js";
import { aboutNotionalOf } from "./leg.js";

/**
 * Returns N, the notional of the larger side, USD, with the open price for a missing mark price. Null
 * if both prices of a leg are missing, or what is held cannot be counted.
 */
export function sizeOf(position: Holder): Figure {
  if (whyUncountable(position) !== undefined) return null;
  const { status, legs } = position;
  const [long, short] = (["long", "short"] as const).map((side) =>
    sumOf(legs.filter((leg) => leg.side === side).map((leg) => aboutNotionalOf(leg, status))),
  );
  if (long == null || short == null) return null;
  return long.gt(short) ? long : short;
}

/** Returns 0 for an amount that is displayed as 0.00. */
export function readable(amount: Big): Big {
  return amount.abs().lt("0.005") ? new Big(0) : amount;
}
