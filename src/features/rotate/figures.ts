import { Big } from "big.js";
import type { HistoryOf } from "../../analytics/funding/run-legs.js";
import type { BySide } from "../../analytics/market/by-side.js";
import { type BasisLeg, type PairBasis, pairBasisOf } from "../../analytics/market/pair-basis.js";
import type { RunClock } from "../../analytics/market/run-clock.js";
import type { WorstWeek } from "../../analytics/market/worst-week.js";
import type { Measure } from "../../analytics/measure.js";
import { heldLegs } from "../../analytics/position/held-legs.js";
import { readable } from "../../analytics/position/larger-side.js";
import { ratioOf, rounded } from "../../base/whole.js";
import type { Leg, Position } from "../../client/resources/position.js";
import { isSide } from "../../client/resources/words.js";
import {
  clockOf,
  commonClock,
  type LackingMarket,
  marketsToJudge,
  type PricedMarket,
} from "./clock.js";
import { heldPair, type LegLack, runOfLegs } from "./held.js";
import { type CandidateLeg, candidateLegs } from "./leg.js";
import { paidLegs, surenessOfGain, worstWeekOf } from "./month.js";

/** A pair of markets that a position could move to. */
export interface Candidate {
  readonly long: number;
  readonly short: number;
  /** Sides of which nothing has to be traded. */
  readonly keeps: readonly Leg["side"][];
  /** Funding of the candidate a day over 7 days at the quantity of the larger side, USD. */
  readonly run: Measure;
  /** The same of what is held, over the same periods. */
  readonly held: Measure;
  /** `run` minus `held`, with its standard error by the last 30 days. */
  readonly gain: Measure;
  /** Least funding of 7 days in a row of the last 30 at the same quantity, USD. */
  readonly worstWeek: WorstWeek;
  /** Fees of entering and leaving what is not held yet, USD. */
  readonly cost: Measure;
  /** Days until the gain has paid the cost; null if it never does. */
  readonly paysBack: Measure;
  readonly basis: PairBasis;
}

/** What a position could move to, the largest gain first. */
export interface Rotation {
  /** Funding a day of what is held over 7 days, USD: the same figure in each candidate. */
  readonly held: Measure;
  /** Held legs for which that is unknown; then no pair is judged. */
  readonly heldLacks: readonly LegLack[];
  readonly candidates: readonly Candidate[];
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
  /** Fee of a fill, a decimal fraction of the notional. */
  readonly fee: Big;
}

const FILLS = 2;

/**
 * Judges every pair of markets of an asset against the pair that is held, by the funding settled in
 * 7 days at the same quantity, all over the same periods. Each pair counts once, in the direction that
 * was paid. docs/reference/figures/rotate.md, "Rotate".
 * @param position holds something on both sides, in markets with an id
 */
export function rotationOf(position: Position, inputs: RotateInputs): Rotation {
  const { fee, now } = inputs;
  const pair = heldPair(position, inputs);
  const { priced, unpriced } = marketsToJudge(inputs.markets, inputs);
  if (pair.lacks.length > 0) {
    const held = pair.runOver(clockOf(pair.markets, now));
    const lacking = [...unpriced, ...lacksOf(priced)].sort(compareId);
    const none = { candidates: [], uncovered: 0, conflicting: 0, otherUnit: 0 } as const;
    return { ...none, held, heldLacks: pair.lacks, lacking };
  }
  const isKnown = (clock: RunClock) => pair.runOver(clock).value !== null;
  const alike = pairsOf(priced).filter((both) => isOneUnit(position, both));
  const within = new Set(alike.flatMap(({ long, short }) => [long, short]));
  const comparable = priced.filter((market) => within.has(market));
  const { clock, markets } = commonClock(pair.markets, comparable, now, isKnown);
  const terms: JudgeTerms = { position, clock, fee, now, pair, held: pair.runOver(clock) };
  const judged = pairsOf(markets).flatMap((both) => judge(both, terms) ?? []);
  const countOf = (lack: PairLack) => judged.filter((it) => it === lack).length;
  return {
    held: terms.held,
    heldLacks: [],
    candidates: judged.filter((it) => typeof it === "object").sort(compareGain),
    uncovered: countOf("uncovered"),
    conflicting: countOf("conflicting"),
    otherUnit: pairsOf(priced).length - alike.length,
    lacking: [...unpriced, ...lacksOf(markets)].sort(compareId),
  };
}

type Pair = BySide<PricedMarket>;

/** Why a pair is not offered. */
type PairLack = "conflicting" | "uncovered";

interface JudgeTerms {
  readonly position: Position;
  readonly clock: RunClock;
  readonly fee: Big;
  readonly now: number;
  readonly pair: ReturnType<typeof heldPair>;
  readonly held: Measure;
}

/** @returns undefined for the pair that is held, and one that is not of one unit */
function judge(given: Pair, terms: JudgeTerms): Candidate | PairLack | undefined {
  const { position, clock } = terms;
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
  const basis = pairBasisOf(legs.map(basisLeg), terms.now);
  return { ...candidateOf(pair, legs, own, terms), basis };
}

function candidateOf(
  { long, short }: Pair,
  legs: readonly CandidateLeg[],
  run: Measure,
  terms: JudgeTerms,
): Omit<Candidate, "basis"> {
  const { held, fee, pair, now } = terms;
  const gain = (run.value ?? new Big(0)).minus(held.value ?? new Big(0));
  const traded = legs.reduce((sum, it) => sum.plus(it.missing.times(it.market.price)), new Big(0));
  const cost = rounded(traded.times(fee).times(FILLS));
  const days = readable(gain).gt(0) ? ratioOf(cost, gain) : null;
  const rest = { asOf: run.asOf, ...surenessOfGain(legs, pair, now) } as const;
  return {
    ...{ long: long.id, short: short.id, run, held },
    keeps: legs.filter(({ missing }) => missing.eq(0)).map(({ side }) => side),
    gain: { value: gain, unit: "usd_per_day", ...rest },
    worstWeek: worstWeekOf(legs, now),
    cost: { value: cost, unit: "usd" },
    paysBack: { value: days, unit: "days" },
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

function compareGain(a: Candidate, b: Candidate): number {
  const [left, right] = [a.gain.value ?? new Big(0), b.gain.value ?? new Big(0)];
  return right.cmp(left) || a.long - b.long || a.short - b.short;
}
