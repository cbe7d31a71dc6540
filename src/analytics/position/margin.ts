import type { Big } from "big.js";
import { decimal, type Figure } from "../../base/decimal.js";
import { ratioOf } from "../../base/whole.js";
import type { Leg } from "../../client/resources/position.js";
import { type Holder, heldLegs } from "./held-legs.js";
import { signOf } from "./leg.js";
import { type Freshness, isStale } from "./mark.js";

/** Distance of a leg from the loss of its initial margin. docs/reference/figures/risk.md, "Initial margin". */
export type Margin =
  | {
      readonly known: true;
      /** Price move against the leg until the initial margin is lost, percent. */
      readonly away: Big;
      /** Fraction of the initial margin that is left. */
      readonly left: Big;
    }
  | {
      readonly known: false;
      /**
       * `no_leverage`, `mark_missing`: nothing to judge. `past`: lost according to the prices, although
       * the leg is still held. `price`: a price is missing or not above zero. `mark_undated`: the mark
       * price has no time, so its age is unknown.
       */
      readonly why: "no_leverage" | "mark_missing" | "price" | "mark_old" | "mark_undated" | "past";
    };

/**
 * Computes the distance of a leg from the loss of its initial margin, which is at
 * open × (1 − sign ÷ leverage): away is sign × (mark − that) ÷ mark. Assumes an isolated leg, no
 * maintenance margin and no collateral added later.
 */
export function marginOf(leg: Leg, clock: Freshness): Margin {
  const [open, mark, leverage] = [leg.open_price, leg.mark_price, leg.leverage].map(decimal);
  if (!leverage?.gt(0)) return { known: false, why: "no_leverage" };
  if (mark === null) return { known: false, why: "mark_missing" };
  if (!open?.gt(0) || !mark?.gt(0)) return { known: false, why: "price" };
  if (leg.mark_price_updated_at === null) return { known: false, why: "mark_undated" };
  if (isStale(leg, clock)) return { known: false, why: "mark_old" };
  const sign = signOf(leg);
  const whole = mark.times(leverage);
  const away = ratioOf(whole.minus(open.times(leverage.minus(sign))).times(sign * 100), whole);
  if (away.lte(0)) return { known: false, why: "past" };
  const left = leverage.times(sign).times(mark.div(open).minus(1)).plus(1);
  return { known: true, away, left };
}

/**
 * Returns the price at which the initial margin of a leg is lost: open × (1 − sign ÷ leverage); null
 * without a leverage or an open price above zero.
 */
export function marginGoneAt(leg: Leg): Figure {
  const [open, leverage] = [decimal(leg.open_price), decimal(leg.leverage)];
  if (!open?.gt(0) || !leverage?.gt(0)) return null;
  return ratioOf(open.times(leverage.minus(signOf(leg))), leverage);
}

/** Reports whether a held leg has no leverage and therefore no initial margin to judge. */
export function lacksLeverage(position: Holder): boolean {
  return heldLegs(position).some(({ leverage }) => leverage === null || leverage <= 0);
}

/** Reports whether a margin is below the limit (percent) and more than half lost. */
export function isThin(margin: Margin, limit: Big): boolean {
  return margin.known && margin.away.lt(limit) && margin.left.lt("0.5");
}
