import { type BySide, bySide } from "../../analytics/market/by-side.js";
import type { NamedMarket } from "../../base/names/market-name.js";
import { type FillFee, fillFee } from "../../command/share.js";
import type { Fees, Share } from "../../settings/kinds.js";

/** The fee of a fill on each market. */
export type HedgeFees = BySide<FillFee>;

/** Returns the fee of a fill on each market. */
export function feesOf(
  markets: BySide<NamedMarket>,
  typed: Share | undefined,
  fees: Fees | undefined,
): HedgeFees {
  return bySide((side) => fillFee(markets[side].exchange, typed, fees));
}
