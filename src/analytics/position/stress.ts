import { Big } from "big.js";
import { type Figure, PERCENT } from "../../base/decimal.js";
import type { Position } from "../../client/resources/position.js";
import { runOf } from "../funding/run.js";
import type { RunInputs } from "../funding/run-legs.js";
import { type CountedSum, type Moment, sumOver } from "../sum.js";
import { type AfterMove, afterMove } from "./bankruptcy.js";
import { balanceOf, exposureOf, shortAtLongMark } from "./hedge.js";
import { heldLegs, whyUncountable } from "./held-legs.js";
import { type Freshness, oldestMark, restsOnStaleMark } from "./mark.js";
import { aboutGrossOf } from "./position-figures.js";

/** An assumption about all positions at once. */
export type Stress =
  /** Every price moves by a percentage. */
  | { readonly kind: "price"; readonly percent: Big }
  /** Every basis moves by percentage points, at the price of the longs. */
  | { readonly kind: "basis"; readonly points: Big }
  /** Funding is a multiple of that of the last 7 days, for 30 days. */
  | { readonly kind: "funding"; readonly factor: Big }
  /** An exchange cannot be traded on. */
  | { readonly kind: "down"; readonly exchange: string };

/** What stresses rest on besides the positions. */
export interface StressInputs extends RunInputs, Freshness {
  /** Reports whether a leg of a position may be closed and could not be checked. */
  readonly isUnchecked: (positionId: string) => boolean;
}

/** What a stress does to the positions. */
export interface Stressed {
  readonly stress: Stress;
  /** Gain or loss, USD; for `down` what is unhedged elsewhere, in absolute values. */
  readonly result: CountedSum;
  /** For `down`: gross notional held on the exchange, USD. */
  readonly held?: CountedSum;
  /** For `price`: the positions of which the bankruptcy price of a leg lies within the move. */
  readonly bankrupt?: readonly AfterMove[];
  /** For `price`: what is unhedged without these legs at the moved price, USD, in absolute values. */
  readonly remaining?: CountedSum;
}

const FUNDING_DAYS = 30;

/** Returns what a stress does to the positions; those without the figure are in no sum. */
export function stressOf(
  stress: Stress,
  positions: readonly Position[],
  inputs: StressInputs,
): Stressed {
  if (stress.kind === "down") return exchangeDown(stress, positions, inputs);
  const result = sumOfGains(positions, gainUnder(stress, inputs), inputs);
  if (stress.kind !== "price") return { stress, result };
  const after = new Map(positions.map((it) => [it, afterMove(it, stress.percent)]));
  const left = (position: Position) =>
    atMark(position, after.get(position)?.unhedged?.abs() ?? null);
  const bankrupt = [...after.values()].filter((it) => it.bankrupt.length > 0);
  return { stress, result, bankrupt, remaining: sumOfGains(positions, left, inputs, true) };
}

/** A figure of a position; `atMark` if it depends on the mark prices of its legs. */
interface Gain {
  readonly value: Figure;
  readonly at?: Moment;
  readonly atMark?: true;
}
type GainOf = (position: Position) => Gain;

function gainUnder(stress: Exclude<Stress, { kind: "down" }>, inputs: RunInputs): GainOf {
  switch (stress.kind) {
    case "price":
      return (position) => atMark(position, part(balanceOf(position).unhedged, stress.percent));
    case "basis":
      return (position) => {
        const gain = part(shortAtLongMark(position), stress.points);
        return atMark(position, gain?.times(-1) ?? null);
      };
    case "funding":
      return (position) => {
        const { value, asOf } = runOf(position, inputs, "7d").perDay;
        const more = stress.factor.minus(1).times(FUNDING_DAYS);
        return { value: value?.times(more) ?? null, at: asOf };
      };
  }
}

/** Sums over the positions with a held leg there: what is unhedged without the legs there. */
function exchangeDown(
  stress: Extract<Stress, { kind: "down" }>,
  positions: readonly Position[],
  inputs: StressInputs,
): Stressed {
  const isThere = ({ exchange }: { readonly exchange: string }) => exchange === stress.exchange;
  const touched = positions.filter((position) => heldLegs(position).some(isThere));
  const elsewhere: GainOf = (position) => {
    if (whyUncountable(position) !== undefined) return { value: null };
    const { asset, status, legs } = position;
    const rest = { asset, status, legs: legs.filter((leg) => !isThere(leg)) };
    return atMark(position, balanceOf(rest).unhedged?.abs() ?? null);
  };
  const there: GainOf = (position) => {
    if (whyUncountable(position) !== undefined) return { value: null };
    const { status, legs } = position;
    return atMark(position, exposureOf({ status, legs: legs.filter(isThere) }).grossNotional);
  };
  return {
    stress,
    result: sumOfGains(touched, elsewhere, inputs, true),
    held: sumOfGains(touched, there, inputs, true),
  };
}

function atMark(position: Position, value: Figure): Gain {
  return { value, at: oldestMark(position), atMark: true };
}

function part(value: Figure, percent: Big): Figure {
  return value?.times(percent).times(PERCENT) ?? null;
}

function sumOfGains(
  positions: readonly Position[],
  gainOf: GainOf,
  inputs: StressInputs,
  isNeverNegative = false,
): CountedSum {
  const addendOf = (position: Position) => {
    const { value, at, atMark } = gainOf(position);
    return {
      ...{ value, at, gross: aboutGrossOf(position) },
      isStale: atMark === true && restsOnStaleMark(position, inputs),
      isUnchecked: inputs.isUnchecked(position.position_id),
    };
  };
  return sumOver(positions, addendOf, new Big(0), isNeverNegative);
}
