import { type BySide, bySide } from "../../analytics/market/by-side.js";
import type { NamedMarket } from "../../base/names/market-name.js";
import { ASSUMED_FEE, feeOn } from "../../command/share.js";
import type { Fees, Share } from "../../settings/kinds.js";

/** The fee of a fill on each market. */
export type HedgeFees = BySide<{
  readonly share: Share;
  /** Whether none is typed, and the profile has none for the exchange. */
  readonly isAssumed: boolean;
}>;

/** Returns the fee that is typed, else that of the profile for each exchange, else {@link ASSUMED_FEE}. */
export function feesOf(
  markets: BySide<NamedMarket>,
  typed: Share | undefined,
  fees: Fees | undefined,
): HedgeFees {
  return bySide((side) => {
    const known = typed ?? feeOn(fees, markets[side].exchange);
    return { share: known ?? ASSUMED_FEE, isAssumed: known === undefined };
  });
}
