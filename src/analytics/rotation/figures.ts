import { Big } from "big.js";
import { descending, type Figure, sumOf } from "../../base/decimal.js";
import { ratioOf, rounded } from "../../base/whole.js";
import type { Leg, Position } from "../../client/resources/position.js";
import { isSide } from "../../client/resources/words.js";
import type { HistoryOf } from "../funding/run-legs.js";
import type { BySide } from "../market/by-side.js";
import { type BasisLeg, type PairBasis, pairBasisOf } from "../market/pair-basis.js";
import type { WorstWeek } from "../market/worst-week.js";
import type { Measure } from "../measure.js";
import { heldLegs } from "../position/held-legs.js";
import { readable } from "../position/larger-side.js";
import { older } from "../sum.js";
import { clockOf, type LackingMarket, marketsToJudge, type PricedMarket } from "./clock.js";
import { heldPair, type LegLack, runOfLegs } from "./held.js";
import { type CandidateLeg, candidateLegs } from "./leg.js";
import { paidLegs, surenessOfGain, worstWeekOf } from "./month.js";

/** A pair of markets that a position could move to, by the funding of 7 days. */
export interface Offer {
  readonly long: number;
  readonly short: number;
  /** Sides on which nothing has to be traded. */
  readonly keeps: readonly Leg["side"][];
  /** Funding of the candidate a day over 7 days at the quantity of the larger side, USD. */
  readonly run: Measure;
  /** That of what is held, the same figure in each offer. */
  readonly held: Measure;
  /** `run` minus `held`. */
  readonly gain: Measure;
  /** Whether the gain reads 0.00 or is less, so that it covers no cost. */
  readonly never: boolean;
  /** Fees of entering and leaving what is not held yet, USD; null if the fee of a leg is unknown. */
  readonly cost: Measure;
  /** Days until the gain has paid the cost; null if it never does, or the cost is unknown. */
  readonly paysBack: Measure;
}

/** An offer with its figures of the last 30 days. */
export interface Candidate extends Offer {
  /** Least funding of 7 days in a row of the last 30 at the same quantity, USD. */
  readonly worstWeek: WorstWeek;
  readonly basis: PairBasis;
}

/** What a position could move to, the largest gain first. */
export interface Rotation {
  /** Funding a day of what is held over 7 days, USD: the same figure in each candidate. */
  readonly held: Measure;
  /** Held legs for which that is unknown; then no pair is judged. */
  readonly heldLacks: readonly LegLack[];
  /** The wanted ones, with the standard error of their gain by the last 30 days. */
  readonly candidates: readonly Candidate[];
  /** Number of pairs that are offered, wanted or not. */
  readonly offered: number;
  /** Number of pairs that are not offered, since less than 95 % of the 7 days are covered. */
  readonly uncovered: number;
  /** Number of pairs that are not offered, since events of their markets conflict. */
  readonly conflicting: number;
  /** Number of pairs that are not offered, since their prices are not of the same unit. */
  readonly otherUnit: number;
  /** Markets that are in no candidate, in the order of their ids. */
  readonly lacking: readonly LackingMarket[];
}

export interface RotateInputs {
  /** Ids of the markets of the asset. */
  readonly markets: readonly number[];
  readonly historyOf: HistoryOf;
  /** Returns the symbol of a market, which may tell the size of its contract. */
  readonly symbolOf?: (id: number) => string | undefined;
  /** The time of the service, milliseconds since the epoch. */
  readonly now: number;
  /** Returns the fee of a fill in a market, a decimal fraction of the notional; undefined if unknown. */
  readonly feeOf: (id: number) => Big | undefined;
  /** Reports whether a pair is wanted; default: each. */
  readonly isWanted?: (offer: Offer) => boolean;
  /** Maximum number of candidates; default: all. */
  readonly most?: number | undefined;
}

const FILLS = 2;

/**
 * Judges every pair of markets of an asset against the pair that is held, by the funding settled in
 * 7 days at the same quantity, each on the clock of its own legs. Each pair counts once, in the direction that
 * was paid. src/features/rotate/explain.md, "Rotate".
 * @param position holds something on both sides, in markets with an id
 */
export function rotationOf(position: Position, inputs: RotateInputs): Rotation {
  const { feeOf, now, isWanted = () => true, most } = inputs;
  const pair = heldPair(position, inputs);
  const { priced, unpriced } = marketsToJudge(inputs.markets, inputs);
  const lacking = [...unpriced, ...lacksOf(priced)].sort(compareId);
  const { run: held, lacks: heldLacks } = pair;
  if (heldLacks.length > 0) {
    const none = { candidates: [], offered: 0, uncovered: 0, conflicting: 0, otherUnit: 0 };
    return { ...none, held, heldLacks, lacking };
  }
  const alike = pairsOf(priced).filter((both) => isOneUnit(position, both));
  const judged = alike.flatMap((both) => judge(both, { position, feeOf, held, now }) ?? []);
  const offers = judged.filter((it) => typeof it === "object").sort(compareGain);
  const wanted = offers.filter(({ offer }) => isWanted(offer)).slice(0, most);
  const countOf = (lack: PairLack) => judged.filter((it) => it === lack).length;
  return {
    ...{ held, heldLacks, lacking },
    candidates: wanted.map((it) => inFull(it, pair, now)),
    offered: offers.length,
    uncovered: countOf("uncovered"),
    conflicting: countOf("conflicting"),
    otherUnit: pairsOf(priced).length - alike.length,
  };
}

type Pair = BySide<PricedMarket>;

/** Why a pair is not offered. */
type PairLack = "conflicting" | "uncovered";

interface JudgeTerms extends Pick<RotateInputs, "feeOf" | "now"> {
  readonly position: Position;
  readonly held: Measure;
}

/** An offer with its legs. */
interface Offered {
  readonly offer: Offer;
  readonly legs: readonly CandidateLeg[];
}

/** @returns undefined for the pair that is held, and one that is not of one unit */
function judge(given: Pair, terms: JudgeTerms): Offered | PairLack | undefined {
  const { position, now } = terms;
  const clock = clockOf([given.long.market, given.short.market], now);
  const asGiven = candidateLegs(position, given);
  const turned = { long: given.short, short: given.long };
  const asTurned = candidateLegs(position, turned);
  if (asGiven === undefined || asTurned === undefined) return undefined;
  const lacks = [given.long.lack, given.short.lack];
  if (lacks.includes("conflicting")) return "conflicting";
  const run = runOfLegs(paidLegs(asGiven, clock), clock);
  if (run.value === null || lacks.some((lack) => lack !== undefined)) return "uncovered";
  const isTurned = run.value.lt(0);
  const pair = isTurned ? turned : given;
  const isHeld = ({ side, market_id: id }: Leg) => isSide(side) && pair[side].id === id;
  if (heldLegs(position).every(isHeld)) return undefined;
  const legs = isTurned ? asTurned : asGiven;
  const own = isTurned ? runOfLegs(paidLegs(asTurned, clock), clock) : run;
  return { offer: offerOf(pair, legs, own, terms), legs };
}

function offerOf(
  { long, short }: Pair,
  legs: readonly CandidateLeg[],
  run: Measure,
  { held, feeOf }: JudgeTerms,
): Offer {
  const gain = (run.value ?? new Big(0)).minus(held.value ?? new Big(0));
  const never = !readable(gain).gt(0);
  const cost = costOf(legs, feeOf);
  return {
    ...{ long: long.id, short: short.id, run, held, never },
    keeps: legs.filter(({ missing }) => missing.eq(0)).map(({ side }) => side),
    gain: { value: gain, unit: "usd_per_day", asOf: older(run.asOf, held.asOf) ?? undefined },
    cost: { value: cost, unit: "usd" },
    paysBack: { value: never || cost === null ? null : ratioOf(cost, gain), unit: "days" },
  };
}

/** Returns the fees of entering and leaving what is missing, USD; null if one of them is unknown. */
function costOf(legs: readonly CandidateLeg[], feeOf: RotateInputs["feeOf"]): Figure {
  const traded = legs.filter(({ missing }) => !missing.eq(0));
  const fees = traded.map(({ market: { id, price }, missing }) => {
    return feeOf(id)?.times(missing).times(price).times(FILLS) ?? null;
  });
  const cost = sumOf(fees);
  return cost && rounded(cost);
}

function inFull(
  { offer, legs }: Offered,
  pair: ReturnType<typeof heldPair>,
  now: number,
): Candidate {
  return {
    ...offer,
    gain: { ...offer.gain, ...surenessOfGain(legs, pair, now) },
    worstWeek: worstWeekOf(legs, now),
    basis: pairBasisOf(legs.map(basisLeg), now),
  };
}

/** Both legs stand for the same amount of the asset. */
function basisLeg({ market: { market }, side, quantity }: CandidateLeg): BasisLeg {
  return { side, quantity: quantity.toNumber(), amount: 1, events: market.events };
}

/** Returns the pairs of some markets, each once, in the order of their ids. */
function pairsOf(markets: readonly PricedMarket[]): Pair[] {
  return markets.flatMap((long, at) => markets.slice(at + 1).map((short) => ({ long, short })));
}

function isOneUnit(position: Position, pair: Pair): boolean {
  return candidateLegs(position, pair) !== undefined;
}

function lacksOf(markets: readonly PricedMarket[]): LackingMarket[] {
  return markets.flatMap(({ id, lack }) => (lack === undefined ? [] : [{ id, why: lack }]));
}

function compareId(a: LackingMarket, b: LackingMarket): number {
  return a.id - b.id;
}

function compareGain({ offer: a }: Offered, { offer: b }: Offered): number {
  return descending(a.gain.value, b.gain.value) || a.long - b.long || a.short - b.short;
}
