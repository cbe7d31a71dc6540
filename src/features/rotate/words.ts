import type { Balance } from "../../analytics/position/hedge.js";
import type { ListedMarket } from "../../base/names/listed-market.js";
import type { Position } from "../../client/resources/position.js";
import type { Rotation } from "./figures.js";

/** A position with the pairs that it could move to. */
export interface ShownRotation {
  readonly portfolio_id: string;
  readonly position: Position;
  readonly balance: Balance;
  readonly rotation: Rotation;
  readonly markets: readonly (ListedMarket & { readonly id: number })[];
  /** Fee of a fill, as it was typed. */
  readonly fee: { readonly amount: string; readonly unit: string };
  /** Number of rows to show; all when omitted. */
  readonly top: number | undefined;
  /** True if a leg may be closed and could not be checked. */
  readonly isUnchecked: boolean;
  /** Time of the service, milliseconds since the epoch. */
  readonly now: number;
}

/** What no rotation has. */
export const NOT_KNOWN = [
  "entry basis",
  "margin",
  "slippage",
  "moving collateral",
  "how much can be traded",
] as const;
