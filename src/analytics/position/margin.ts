import type { Big } from "big.js";
import { decimal, type Figure } from "../../base/decimal.js";
import { ratioOf } from "../../base/whole.js";
import type { Leg } from "../../client/resources/position.js";
import type { HistoryOf } from "../funding/run-legs.js";
import { dailyDeviation } from "../market/daily-deviation.js";
import { type Holder, heldLegs } from "./held-legs.js";
import { signOf } from "./leg.js";
import type { MarginLimit } from "./limits.js";
import { type Freshness, isStale } from "./mark.js";

/** Distance of a leg from the loss of its initial margin. */
export type Margin =
  | {
      readonly known: true;
      /** Price move against the leg to its bankruptcy price, percent; null if that is not above zero. */
      readonly distance: Figure;
      /** The same in standard deviations of a day's change; undefined if unknown. */
      readonly distanceSd?: number | undefined;
      /** Fraction of the initial margin that is left. */
      readonly left: Big;
    }
  | {
      readonly known: false;
      /**
       * `no_leverage`, `mark_missing`: nothing to judge. `past`: lost according to the prices, although
       * the leg is still held. `price`: the open price is missing, or one is not above zero.
       * `mark_undated`: the mark price has no time, so its age is unknown.
       */
      readonly why: "no_leverage" | "mark_missing" | "price" | "mark_old" | "mark_undated" | "past";
    };

/** What margins are judged by. */
export interface MarginInputs extends Freshness {
  /** Settled funding of the markets; without it, distances in standard deviations are unknown. */
  readonly historyOf?: HistoryOf;
}

/**
 * Computes the distance of a leg from its bankruptcy price, at which the initial margin is lost:
 * open × (1 - sign ÷ leverage); the distance is sign × (mark - that) ÷ mark. Assumes an isolated leg, no
 * maintenance margin and no collateral added later.
 */
export function marginOf(leg: Leg, inputs: MarginInputs): Margin {
  const [open, mark, leverage] = [leg.open_price, leg.mark_price, leg.leverage].map(decimal);
  if (!leverage?.gt(0)) return { known: false, why: "no_leverage" };
  if (mark === null) return { known: false, why: "mark_missing" };
  if (!open?.gt(0) || !mark?.gt(0)) return { known: false, why: "price" };
  if (leg.mark_price_updated_at === null) return { known: false, why: "mark_undated" };
  if (isStale(leg, inputs)) return { known: false, why: "mark_old" };
  const sign = signOf(leg);
  const price = bankruptcyPriceOf(leg) ?? open;
  const distance = ratioOf(mark.minus(price).times(sign * 100), mark);
  if (distance.lte(0)) return { known: false, why: "past" };
  const left = leverage.times(sign).times(mark.div(open).minus(1)).plus(1);
  if (price.lte(0)) return { known: true, distance: null, left };
  const sd = dailyDeviation(historyIn(leg, inputs), inputs.now);
  const move = Math.abs(Math.log(price.div(mark).toNumber()));
  return {
    known: true,
    distance,
    distanceSd: sd && Number.isFinite(move) ? move / sd : undefined,
    left,
  };
}

function historyIn({ market_id: id }: Leg, { historyOf }: MarginInputs) {
  return id === null ? undefined : historyOf?.(id);
}

/**
 * Returns the price at which the initial margin of a leg is lost: open × (1 - sign ÷ leverage); null
 * without a leverage or an open price above zero.
 */
export function bankruptcyPriceOf(leg: Leg): Figure {
  const [open, leverage] = [decimal(leg.open_price), decimal(leg.leverage)];
  if (!open?.gt(0) || !leverage?.gt(0)) return null;
  return ratioOf(open.times(leverage.minus(signOf(leg))), leverage);
}

/** Reports whether a held leg has no leverage and therefore no initial margin to judge. */
export function lacksLeverage(position: Holder): boolean {
  return heldLegs(position).some(({ leverage }) => leverage === null || leverage <= 0);
}

/** Limit in percent where the changes of a market's mark are unknown. */
const WITHOUT_SD = 10;

/** Reports whether a margin is nearer than the limit and more than half lost. */
export function isThin(margin: Margin, { unit, amount }: MarginLimit): boolean {
  if (!margin.known || margin.distance === null || margin.left.gte("0.5")) return false;
  if (unit === "percent") return margin.distance.lt(amount);
  const { distance, distanceSd } = margin;
  return distanceSd === undefined ? distance.lt(WITHOUT_SD) : amount.gt(distanceSd);
}
