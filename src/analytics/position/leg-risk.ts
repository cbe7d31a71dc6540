import { Big } from "big.js";
import { decimal } from "../../base/decimal.js";
import { rounded } from "../../base/whole.js";
import type { Leg, Position } from "../../client/resources/position.js";
import type { Measure } from "../measure.js";
import { heldLegs, type Uncountable, whyUncountable } from "./held-legs.js";
import { notionalOf } from "./leg.js";
import type { MarginLimit } from "./limits.js";
import { bankruptcyPriceOf, isThin, type Margin, type MarginInputs, marginOf } from "./margin.js";
import { markFreshness, oldestMark } from "./mark.js";

/** How far a held leg is from the loss of its initial margin. */
export interface LegRisk {
  readonly position: Position;
  readonly leg: Leg;
  /** True if a leg of the position may be closed and could not be checked. */
  readonly isUnchecked: boolean;
  /** USD. */
  readonly notional: Measure;
  /** Notional ÷ leverage, USD. */
  readonly margin: Measure;
  /** Price at which the initial margin is lost. */
  readonly bankruptcyPrice: Measure;
  /** Price move against the leg until then, percent. */
  readonly distance: Measure;
  /** The same in standard deviations of a day's change. */
  readonly distanceSd: Measure;
  /** Part of the initial margin that is left, percent. */
  readonly left: Measure;
  /** Undefined if it is unknown whether the margin is low. */
  readonly isThin: boolean | undefined;
  /** Why it is unknown; `quantity_negative` if that of any leg of the position is. */
  readonly unknown: Extract<Margin, { known: false }>["why"] | Uncountable | undefined;
}

/** Returns the risk of each held leg of a position. @param limit distance below which a margin can be low */
export function legRisksOf(
  position: Position,
  inputs: MarginInputs,
  limit: MarginLimit,
  isUnchecked = false,
): LegRisk[] {
  return heldLegs(position).map((leg) => ({
    position,
    leg,
    isUnchecked,
    ...riskOf(position, leg, inputs, limit),
  }));
}

function riskOf(
  position: Position,
  leg: Leg,
  inputs: MarginInputs,
  limit: MarginLimit,
): Omit<LegRisk, "position" | "leg" | "isUnchecked"> {
  const uncountable = whyUncountable(position);
  const isCounted = uncountable === undefined;
  const margin: Margin | undefined = isCounted ? marginOf(leg, inputs) : undefined;
  const isKnown = margin?.known === true;
  const own = { status: position.status, legs: [leg] };
  const atMark = { asOf: oldestMark(own) ?? undefined, ...markFreshness(own, inputs) };
  const notional = isCounted ? notionalOf(leg, position.status) : null;
  const leverage = decimal(leg.leverage);
  const goneAt = isCounted ? bankruptcyPriceOf(leg) : null;
  const posted = leverage?.gt(0) ? (notional?.div(leverage) ?? null) : null;
  const sd = isKnown ? margin.distanceSd : undefined;
  const lack = isKnown && margin.distance === null ? ({ unknown: "not_reachable" } as const) : {};
  const isRare = isKnown && margin.distance !== null && sd === undefined;
  const sdLack = isRare ? ({ unknown: "too_few_instants" } as const) : lack;
  return {
    notional: { value: notional, unit: "usd", ...atMark },
    margin: { value: posted && rounded(posted), unit: "usd", ...atMark },
    bankruptcyPrice: { value: goneAt && rounded(goneAt), unit: "price" },
    distance: { value: isKnown ? margin.distance : null, unit: "percent", ...atMark, ...lack },
    distanceSd: {
      value: sd === undefined ? null : rounded(new Big(sd)),
      unit: "daily_sd",
      ...atMark,
      ...sdLack,
    },
    left: {
      value: isKnown ? rounded(margin.left.times(100)) : null,
      unit: "percent",
      base: "margin",
      ...atMark,
    },
    isThin: isKnown ? isThin(margin, limit) : undefined,
    unknown: margin === undefined ? uncountable : margin.known ? undefined : margin.why,
  };
}

/** Sorts legs: low margins, then others, both nearest first, then unknown ones, without leverage last. */
export function nearestFirst(risks: readonly LegRisk[]): LegRisk[] {
  return risks.toSorted((a, b) => rankOf(a) - rankOf(b) || compareDistance(a, b));
}

function rankOf({ isThin, unknown }: LegRisk): number {
  if (isThin !== undefined) return isThin ? 0 : 1;
  return unknown === "no_leverage" ? 3 : 2;
}

function compareDistance({ distance: a }: LegRisk, { distance: b }: LegRisk): number {
  if (a.value === null || b.value === null)
    return Number(a.value === null) - Number(b.value === null);
  return a.value.cmp(b.value);
}
