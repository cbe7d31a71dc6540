import type { Big } from "big.js";
import { decimal } from "../../base/decimal.js";
import { rounded } from "../../base/whole.js";
import { instantOf } from "../../client/listing/record-time.js";
import type { Leg, Position } from "../../client/resources/position.js";
import type { Measure } from "../measure.js";
import { heldLegs, type Uncountable, whyUncountable } from "./held-legs.js";
import { notionalOf } from "./leg.js";
import { isThin, type Margin, marginGoneAt, marginOf } from "./margin.js";
import { type Freshness, isStale } from "./mark.js";

/** How far a held leg is from the loss of its initial margin. docs/reference/figures/risk.md, "Risk". */
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
  readonly goneAt: Measure;
  /** Price move against the leg until then, percent. */
  readonly away: Measure;
  /** Part of the initial margin that is left, percent. */
  readonly left: Measure;
  /** Undefined if the margin cannot be judged. */
  readonly isThin: boolean | undefined;
  /** Why it cannot be judged; `quantity_negative` if that of any leg of the position is. */
  readonly unknown: Extract<Margin, { known: false }>["why"] | Uncountable | undefined;
}

/**
 * Returns the risk of each held leg of a position.
 * @param limit of `away`, percent, under which a margin can be thin
 * @param isUnchecked whether a leg of the position may be closed and could not be checked
 */
export function legRisksOf(
  position: Position,
  clock: Freshness,
  limit: Big,
  isUnchecked = false,
): LegRisk[] {
  return heldLegs(position).map((leg) => ({
    ...{ position, leg, isUnchecked },
    ...riskOf(position, leg, clock, limit),
  }));
}

function riskOf(
  position: Position,
  leg: Leg,
  clock: Freshness,
  limit: Big,
): Omit<LegRisk, "position" | "leg" | "isUnchecked"> {
  const uncountable = whyUncountable(position);
  const isCounted = uncountable === undefined;
  const margin: Margin | undefined = isCounted ? marginOf(leg, clock) : undefined;
  const isKnown = margin?.known === true;
  const time = leg.mark_price_updated_at;
  const atMark = {
    asOf: leg.mark_price === null || time === null ? undefined : instantOf(time),
    stale: isStale(leg, clock),
    ...(leg.mark_price !== null && time === null && { ageUnknown: true }),
  };
  const notional = isCounted ? notionalOf(leg, position.status) : null;
  const leverage = decimal(leg.leverage);
  const goneAt = isCounted ? marginGoneAt(leg) : null;
  const posted = leverage?.gt(0) ? (notional?.div(leverage) ?? null) : null;
  return {
    notional: { value: notional, unit: "usd", ...atMark },
    margin: { value: posted && rounded(posted), unit: "usd", ...atMark },
    goneAt: { value: goneAt && rounded(goneAt), unit: "price" },
    away: { value: isKnown ? margin.away : null, unit: "percent", ...atMark },
    left: {
      ...{ value: isKnown ? rounded(margin.left.times(100)) : null, unit: "percent" },
      ...{ base: "margin", ...atMark },
    },
    isThin: isKnown ? isThin(margin, limit) : undefined,
    unknown: margin === undefined ? uncountable : margin.known ? undefined : margin.why,
  };
}

/** Sorts legs: thin ones, then those past or of unknown prices, then by distance, nearest first. */
export function nearestFirst(risks: readonly LegRisk[]): LegRisk[] {
  return risks.toSorted((a, b) => rankOf(a) - rankOf(b) || compareAway(a, b));
}

function rankOf({ isThin, unknown }: LegRisk): number {
  if (isThin !== undefined) return isThin ? 0 : 2;
  return unknown === "no_leverage" ? 3 : 1;
}

function compareAway({ away: a }: LegRisk, { away: b }: LegRisk): number {
  return a.value === null || b.value === null ? 0 : a.value.cmp(b.value);
}
