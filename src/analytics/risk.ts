import type { Big } from "big.js";
import type { Figure } from "../base/decimal.js";
import type { LegSummary, Position } from "../client/resources/position.js";
import { type ExchangeRisk, exchangesOf, heldSums } from "./exchanges.js";
import { balanceOf } from "./hedge.js";
import { heldLegs } from "./held.js";
import { type LegRisk, legRisksOf, nearestFirst } from "./leg-risk.js";
import { type Freshness, oldestMark, restsOnStaleMark } from "./mark.js";
import type { Measure } from "./measure.js";
import type { RunInputs } from "./run-legs.js";
import { readable } from "./size.js";
import { type Stress, type Stressed, stressOf } from "./stress.js";
import type { CountedSum } from "./sum.js";
import { type Totals, totalsOf } from "./totals.js";

/** What a position holds on one side only. */
export interface Unhedged {
  readonly position: Position;
  /** Net quantity at the mean mark of the larger side, USD; above zero if the longs are larger. */
  readonly unhedged: Measure;
  /** In the asset; long minus short. */
  readonly netQuantity: Figure;
  /** Percent of the larger side. */
  readonly imbalance: Figure;
  /** Side that holds nothing; undefined if both hold something. */
  readonly missing: LegSummary["side"] | undefined;
}

/** Risk of the open positions of a portfolio. docs/analytics.md, "Risk". */
export interface Risk {
  readonly positions: number;
  /** Held legs, thin margins first. */
  readonly legs: readonly LegRisk[];
  /** Every position, the largest amount first, unknown ones before all others. */
  readonly unhedged: readonly Unhedged[];
  readonly exchanges: readonly ExchangeRisk[];
  readonly stressed: readonly Stressed[];
  readonly totals: Totals;
  /** Notional ÷ leverage of the held legs, USD; `counted` of `of` are legs. */
  readonly margin: CountedSum;
}

export interface RiskInputs extends RunInputs, Freshness {
  /** Limit of the distance to the loss of an initial margin, percent. */
  readonly margin: Big;
  readonly stresses: readonly Stress[];
  readonly isUnchecked: (positionId: string) => boolean;
}

/** Computes the risk of positions. */
export function riskOf(positions: readonly Position[], inputs: RiskInputs): Risk {
  const legs = positions.flatMap((position) => legRisksOf(position, inputs, inputs.margin));
  return {
    positions: positions.length,
    legs: nearestFirst(legs),
    unhedged: positions.map((position) => unhedgedOf(position, inputs)).sort(largestFirst),
    exchanges: exchangesOf(legs),
    stressed: inputs.stresses.map((stress) => stressOf(stress, positions, inputs)),
    totals: totalsOf(positions, inputs, inputs.isUnchecked),
    margin: heldSums(legs).margin,
  };
}

/** Reports whether a position is hedged: its unhedged amount is known and displayed as 0.00. */
export function isHedged({ unhedged: { value } }: Unhedged): boolean {
  return value !== null && readable(value).eq(0);
}

function unhedgedOf(position: Position, clock: Freshness): Unhedged {
  const { unhedged, netQuantity, imbalance, longQuantity, shortQuantity } = balanceOf(position);
  const holds = heldLegs(position).length > 0;
  return {
    position,
    unhedged: {
      value: unhedged,
      unit: "usd",
      asOf: oldestMark(position) ?? undefined,
      stale: restsOnStaleMark(position, clock),
    },
    netQuantity,
    imbalance,
    missing: holds ? sideWithout(longQuantity, shortQuantity) : undefined,
  };
}

function sideWithout(long: Figure, short: Figure): Unhedged["missing"] {
  if (long?.eq(0) === true) return "long";
  return short?.eq(0) === true ? "short" : undefined;
}

function largestFirst({ unhedged: a }: Unhedged, { unhedged: b }: Unhedged): number {
  if (a.value === null || b.value === null)
    return Number(b.value === null) - Number(a.value === null);
  return b.value.abs().cmp(a.value.abs());
}
