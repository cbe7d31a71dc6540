import { Big } from "big.js";
import { decimal, percentOf } from "../base/decimal.js";
import type { LegSummary } from "../client/resources/position.js";
import { type Holder, heldLegs } from "./held.js";
import { signOf } from "./leg.js";
import { type Freshness, isFresh } from "./mark.js";

/** How far a leg is from where its initial margin is gone. docs/analytics.md, "Initial margin". */
export type Margin =
  | {
      readonly known: true;
      /** Percent that the price may still move against the leg. */
      readonly away: Big;
      /** The fraction of the initial margin that is left. */
      readonly left: Big;
    }
  | {
      readonly known: false;
      /**
       * `no_leverage`, `mark_missing`: there is nothing to judge. `past`: by the prices it is gone, and
       * yet the leg is held. `price`: one is missing or not above zero.
       */
      readonly why: "no_leverage" | "mark_missing" | "price" | "mark_old" | "past";
    };

/**
 * The initial margin is gone at open × (1 − sign ÷ leverage); away is sign × (mark − that) ÷ mark.
 * Takes an isolated leg, no maintenance margin and no collateral added since.
 */
export function marginOf(leg: LegSummary, clock: Freshness): Margin {
  const [open, mark, leverage] = [leg.open_price, leg.mark_price, leg.leverage].map(decimal);
  if (!leverage?.gt(0)) return { known: false, why: "no_leverage" };
  if (mark === null) return { known: false, why: "mark_missing" };
  if (!open?.gt(0) || !mark?.gt(0)) return { known: false, why: "price" };
  if (!isFresh(leg, clock)) return { known: false, why: "mark_old" };
  const sign = signOf(leg);
  const gone = open.minus(open.times(sign).div(leverage));
  const away = percentOf(mark.minus(gone).times(sign), mark) ?? new Big(0);
  if (away.lte(0)) return { known: false, why: "past" };
  const left = leverage.times(sign).times(mark.div(open).minus(1)).plus(1);
  return { known: true, away, left };
}

/** Whether a held leg has no leverage, and so no initial margin to judge. */
export function lacksLeverage(position: Holder): boolean {
  return heldLegs(position).some(({ leverage }) => leverage === null || leverage <= 0);
}

/** Whether the price is near to where the margin is gone, and half of the margin is gone already. */
export function isThin(margin: Margin, limit: Big): boolean {
  return margin.known && margin.away.lt(limit) && margin.left.lt("0.5");
}
