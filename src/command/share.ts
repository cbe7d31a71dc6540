import { Big } from "big.js";
import type { Share } from "./kinds.js";

/** Returns a share of a notional as a decimal fraction. */
export function shareOf({ amount, unit }: Share): Big {
  return new Big(amount).div(unit === "%" ? 100 : 10_000);
}
