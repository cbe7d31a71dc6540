import { Big } from "big.js";
import { HOUR_MS } from "../base/periods.js";
import type { LegSummary, Position } from "../client/resources/position.js";
import { heldLegs } from "./held.js";
import type { Measure } from "./measure.js";
import { type CandidateLeg, candidateLegs, type RotateMarket } from "./rotate-leg.js";
import { RUN_HOURS } from "./run.js";
import { type RunClock, runClock } from "./run-clock.js";
import type { HistoryOf } from "./run-legs.js";
import { marketOf, type RunMarket } from "./run-market.js";
import { type PaidLeg, type PaidSum, perDayOf, sumOfPeriods } from "./run-sum.js";
import { readable } from "./size.js";

/** A pair of markets that a position could move to. */
export interface Candidate {
  readonly long: number;
  readonly short: number;
  /** Sides of which nothing has to be traded. */
  readonly keeps: readonly LegSummary["side"][];
  /** What the candidate was paid a day over 7 days at the quantity of the larger side, USD. */
  readonly run: Measure;
  /** The same of what is held, over the same periods. */
  readonly held: Measure;
  /** `run` minus `held`. */
  readonly gain: Measure;
  /** Fees of entering and leaving what is not held yet, USD. */
  readonly cost: Measure;
  /** Days until the gain has paid the cost; null if it never does. */
  readonly paysBack: Measure;
}

/** Why a market is in no candidate. */
export type MarketLack = "no_history" | "too_few_events" | "no_mark";

/** What a position could move to, the largest gain first. */
export interface Rotation {
  readonly candidates: readonly Candidate[];
  /** Number of pairs that are not offered, since less than 95 % of the 7 days are covered. */
  readonly uncovered: number;
  /** Number of pairs that are not offered, since their prices are not of the same unit. */
  readonly otherUnit: number;
  readonly lacking: readonly { readonly id: number; readonly why: MarketLack }[];
}

export interface RotateInputs {
  /** Ids of the markets of the asset. */
  readonly markets: readonly number[];
  readonly historyOf: HistoryOf;
  /** The time of the service, milliseconds since the epoch. */
  readonly now: number;
  /** Fee of a fill, a decimal fraction of the notional. */
  readonly fee: Big;
}

const DECIMALS = 8;
const FILLS = 2;

/**
 * Judges every pair of markets of an asset against the pair that is held, by the funding settled in
 * 7 days at the same quantity. Each pair counts once, in the direction that was paid.
 * docs/analytics.md, "Rotate".
 * @param position holds something on both sides, in markets with an id
 */
export function rotationOf(position: Position, inputs: RotateInputs): Rotation {
  const { markets, lacking } = usableMarkets(inputs);
  const held = heldLegs(position);
  const heldMarkets = held.flatMap(({ market_id: id }) =>
    id === null ? [] : [marketOf(inputs.historyOf(id))],
  );
  const isHeld = (pair: Pair) => held.every((leg) => pair[leg.side].id === leg.market_id);
  const candidates: Candidate[] = [];
  let [uncovered, otherUnit] = [0, 0];
  for (const [at, one] of markets.entries()) {
    for (const other of markets.slice(at + 1)) {
      const legs = candidateLegs(position, { long: one, short: other });
      if (legs === undefined) {
        otherUnit++;
        continue;
      }
      const judged = judge(position, heldMarkets, { long: one, short: other }, inputs);
      if (judged === undefined) uncovered++;
      else if (!isHeld(judged.pair)) candidates.push(judged.candidate);
    }
  }
  return { candidates: candidates.sort(compareGain), uncovered, otherUnit, lacking };
}

type Pair = Readonly<Record<LegSummary["side"], RotateMarket>>;

interface Judged {
  readonly pair: Pair;
  readonly candidate: Candidate;
}

/** @returns undefined if too little is covered */
function judge(
  position: Position,
  heldMarkets: readonly (RunMarket | undefined)[],
  given: Pair,
  { now, fee }: RotateInputs,
): Judged | undefined {
  const known = heldMarkets.filter((market) => market !== undefined);
  if (known.length < heldMarkets.length) return undefined;
  const clock = runClock([...known, given.long.market, given.short.market], RUN_HOURS["7d"], now);
  const held = heldLegs(position).flatMap((leg, at) => {
    const market = known[at];
    return market === undefined ? [] : [{ leg, periods: market.periodsOf(clock) }];
  });
  const holds = runOver(held, clock);
  const turned = { long: given.short, short: given.long };
  const [asGiven, asTurned] = [given, turned].map((pair) => {
    const legs = candidateLegs(position, pair) ?? [];
    return { pair, legs, run: runOver(paidLegs(legs, position, clock), clock) };
  });
  if (asGiven === undefined || asTurned === undefined) return undefined;
  const { pair, legs, run } = asGiven.run.value?.lt(0) ? asTurned : asGiven;
  if (holds.value === null || run.value === null) return undefined;
  return { pair, candidate: candidateOf(pair, legs, { run, holds, fee }) };
}

function candidateOf(
  { long, short }: Pair,
  legs: readonly CandidateLeg[],
  { run, holds, fee }: { readonly run: Measure; readonly holds: Measure; readonly fee: Big },
): Candidate {
  const gain = (run.value ?? new Big(0)).minus(holds.value ?? new Big(0));
  const cost = legs
    .reduce((sum, it) => sum.plus(it.missing.times(it.market.price)), new Big(0))
    .times(fee)
    .times(FILLS)
    .round(DECIMALS, Big.roundHalfEven);
  const days = readable(gain).gt(0) ? cost.div(gain).round(DECIMALS, Big.roundHalfEven) : null;
  const rest = { asOf: run.asOf } as const;
  return {
    ...{ long: long.id, short: short.id, run, held: holds },
    keeps: legs.filter(({ missing }) => missing.eq(0)).map(({ side }) => side),
    gain: { value: gain, unit: "usd_per_day", ...rest },
    cost: { value: cost, unit: "usd" },
    paysBack: { value: days, unit: "days" },
  };
}

function paidLegs(legs: readonly CandidateLeg[], position: Position, clock: RunClock): PaidLeg[] {
  const [like] = position.legs;
  if (like === undefined) return [];
  return legs.map(({ market, side, quantity }) => ({
    leg: { ...like, side, market_id: market.id, quantity: quantity.toNumber() },
    periods: market.market.periodsOf(clock),
  }));
}

function runOver(legs: readonly PaidLeg[], clock: RunClock): Measure {
  const { period, count, end } = clock;
  const paid: PaidSum = sumOfPeriods(legs, period, { from: 0, to: count });
  return {
    value: perDayOf(paid),
    unit: "usd_per_day",
    asOf: end,
    counted: paid.counted,
    of: paid.of,
    coveredHours: paid.covered / HOUR_MS,
    wantedHours: paid.wanted / HOUR_MS,
  };
}

function usableMarkets({ markets: ids, historyOf, now }: RotateInputs): {
  readonly markets: readonly RotateMarket[];
  readonly lacking: Rotation["lacking"];
} {
  const markets: RotateMarket[] = [];
  const lacking: { id: number; why: MarketLack }[] = [];
  for (const id of [...new Set(ids)].sort((a, b) => a - b)) {
    const points = historyOf(id);
    const market = marketOf(points);
    const price = market === undefined ? undefined : lastMark(market, now);
    if (points === undefined) lacking.push({ id, why: "no_history" });
    else if (market === undefined) lacking.push({ id, why: "too_few_events" });
    else if (price === undefined) lacking.push({ id, why: "no_mark" });
    else markets.push({ id, market, price });
  }
  return { markets, lacking };
}

function lastMark({ events }: RunMarket, now: number): Big | undefined {
  const marked = events.findLast(
    ({ time, mark }) => time <= now && mark != null && Number(mark) > 0,
  );
  return marked?.mark == null ? undefined : new Big(marked.mark);
}

function compareGain(a: Candidate, b: Candidate): number {
  const [left, right] = [a.gain.value ?? new Big(0), b.gain.value ?? new Big(0)];
  return right.cmp(left) || a.long - b.long || a.short - b.short;
}
