import type { Figure } from "../../base/decimal.js";
import type { Leg, Position } from "../../client/resources/position.js";
import type { Measure } from "../measure.js";
import { heldSums } from "../portfolio/exchanges.js";
import { type Totals, totalsOf } from "../portfolio/totals.js";
import type { CountedSum } from "../sum.js";
import { balanceOf } from "./hedge.js";
import { emptySides, heldLegs, type Uncountable, whyUncountable } from "./held-legs.js";
import { type LegRisk, legRisksOf, nearestFirst } from "./leg-risk.js";
import type { MarginLimit } from "./limits.js";
import { markFreshness, oldestMark } from "./mark.js";
import { type ReturnOnMargin, returnOnMargin, returnOnMargins } from "./return-on-margin.js";
import { type Stress, type Stressed, type StressInputs, stressOf } from "./stress.js";

/** What a position holds on one side only. */
export interface Unhedged {
  readonly position: Position;
  /** Net quantity at the mean mark of the larger side, USD; above zero if the longs are larger. */
  readonly unhedged: Measure;
  /** Why that is unknown. */
  readonly unknown: Uncountable | "mark_missing" | "price" | undefined;
  /** True if a leg may be closed and could not be checked: the figures count it as listed. */
  readonly isUnchecked: boolean;
  /** In the asset; long minus short. */
  readonly netQuantity: Figure;
  /** Percent of the larger side. */
  readonly imbalance: Figure;
  /** Side that holds nothing; undefined if both hold something. */
  readonly missing: Leg["side"] | undefined;
  readonly returnOnMargin: ReturnOnMargin;
}

/** Risk of the open positions of a portfolio. */
export interface Risk {
  readonly positions: number;
  /** Held legs, low margins first. */
  readonly legs: readonly LegRisk[];
  /** Every position, the largest amount first; unknown and unchecked ones before all others. */
  readonly unhedged: readonly Unhedged[];
  readonly stressed: readonly Stressed[];
  readonly totals: Totals;
  /** Notional ÷ leverage of the held legs, USD; `counted` of `of` are legs. */
  readonly margin: CountedSum;
  readonly returnOnMargin: ReturnOnMargin;
}

export interface RiskInputs extends StressInputs {
  readonly margin: MarginLimit;
  readonly stresses: readonly Stress[];
}

/** Computes the risk of positions. */
export function riskOf(positions: readonly Position[], inputs: RiskInputs): Risk {
  const { isUnchecked } = inputs;
  const legs = positions.flatMap((position) =>
    legRisksOf(position, inputs, inputs.margin, isUnchecked(position.position_id)),
  );
  return {
    positions: positions.length,
    legs: nearestFirst(legs),
    unhedged: positions.map((position) => unhedgedOf(position, inputs)).sort(largestFirst),
    stressed: inputs.stresses.map((stress) => stressOf(stress, positions, inputs)),
    totals: totalsOf(positions, inputs, isUnchecked),
    margin: heldSums(legs).margin,
    returnOnMargin: returnOnMargins(positions, inputs),
  };
}

function unhedgedOf(position: Position, inputs: StressInputs): Unhedged {
  const { unhedged, netQuantity, imbalance } = balanceOf(position);
  const holds = heldLegs(position).length > 0;
  return {
    position,
    isUnchecked: inputs.isUnchecked(position.position_id),
    unhedged: {
      value: unhedged,
      unit: "usd",
      asOf: oldestMark(position) ?? undefined,
      ...markFreshness(position, inputs),
    },
    unknown: unhedged === null ? whyUnknown(position) : undefined,
    netQuantity,
    imbalance,
    missing: holds ? emptySides(position)[0] : undefined,
    returnOnMargin: returnOnMargin(position, inputs),
  };
}

function whyUnknown(position: Position): Unhedged["unknown"] {
  const why = whyUncountable(position);
  if (why !== undefined) return why;
  const isMissing = heldLegs(position).some(({ mark_price }) => mark_price === null);
  return isMissing ? "mark_missing" : "price";
}

/** Compares by amount; unknown amounts come first, then those of unchecked legs. */
function largestFirst(a: Unhedged, b: Unhedged): number {
  const [one, other] = [a.unhedged.value, b.unhedged.value];
  if (one === null || other === null) return Number(other === null) - Number(one === null);
  if (a.isUnchecked !== b.isUnchecked) return Number(b.isUnchecked) - Number(a.isUnchecked);
  return other.abs().cmp(one.abs());
}
