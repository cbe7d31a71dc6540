import type { Big } from "big.js";
import { DAY_MS } from "../../base/time/periods.js";
import { rateOfDays } from "../engine/market/summary.js";
import { type Declared, type FigureSpec, fact, fig, once } from "../figure.js";
import { known, lacking, lift, type Q } from "../measure.js";
import { type Pool, poolOf, WEEK_DAYS } from "../next/pool.js";
import { pairSeries } from "../next/series.js";
import { type NextFigures, nextFigures, nextOfSum } from "../next/week.js";
import type { LegOf, PositionOf } from "../subjects.js";
import { type MarketInputs, type MarketOf, SETTLED } from "./market.js";
import { size } from "./position.js";

/** What the figures of pairs are computed from. */
export interface PairInputs extends MarketInputs {
  /** What all pairs that are listed say of the range of each. */
  readonly pool: Pool;
  /** Returns the fee of a fill on a market, a decimal fraction of the notional. */
  readonly feeOn: (market: MarketOf) => Big;
}

/** Two markets of one asset, one held long and one short. */
export class PairOf {
  constructor(
    readonly inputs: PairInputs,
    readonly long: MarketOf,
    readonly short: MarketOf,
  ) {}
}

/** USD that 7 days pay on this notional are percent a year of it. */
const YEARLY = 365 / WEEK_DAYS;
const NOTIONAL = 100 * YEARLY;

/** What a pair settled by day. */
const series = once(({ inputs, long, short }: PairOf) =>
  pairSeries(long.funding, short.funding, inputs.now),
);

/** What a pair is likely to be paid in the next days. */
const next = once((p: PairOf) =>
  nextOfSum([{ days: series(p).days, size: NOTIONAL }], p.inputs.pool),
);

/**
 * Returns each pair of markets of one asset once, long and short so that the next 7 days are likely to pay,
 * the one that pays most first; those of which nothing can be said last, long the lower id.
 * @param groups the markets of each asset
 */
export function pairsAmong(
  groups: readonly (readonly MarketOf[])[],
  inputs: Omit<PairInputs, "pool">,
): { readonly pairs: PairOf[]; readonly pool: Pool } {
  const both = groups.flatMap((all) => {
    const sorted = all.toSorted((a, b) => a.id - b.id);
    return sorted.flatMap((long, at) => sorted.slice(at + 1).map((short) => ({ long, short })));
  });
  const pool = poolOf(
    both.map(({ long, short }) => pairSeries(long.funding, short.funding, inputs.now).days),
  );
  const known = { ...inputs, pool };
  const pairs = both.map(({ long, short }) => {
    const pair = new PairOf(known, long, short);
    return (next(pair).sum ?? 0) < 0 ? new PairOf(known, short, long) : pair;
  });
  const sumOf = (p: PairOf) => next(p).sum ?? -1; // a known one is never below 0
  return { pairs: pairs.sort((a, b) => sumOf(b) - sumOf(a)), pool };
}

/** Returns a pair by itself. @param pool what tells its range; default: that of the pair alone, which is none */
export function pairBetween(
  long: MarketOf,
  short: MarketOf,
  { pool, ...inputs }: Omit<PairInputs, "pool"> & { readonly pool?: Pool | undefined },
): PairOf {
  const own = () => poolOf([pairSeries(long.funding, short.funding, inputs.now).days]);
  return new PairOf({ ...inputs, pool: pool ?? own() }, long, short);
}

const BEST = 10;

/**
 * Returns what last week paid the ten pairs that were likely to be paid most a week ago, percent a year,
 * each as it would have been held; undefined for ten pairs or fewer.
 */
export function bestMade(pairs: readonly PairOf[]): number | undefined {
  const weeks = pairs.flatMap((p) => p.inputs.pool.lastWeek(series(p).days) ?? []);
  if (weeks.length <= BEST) return undefined;
  const best = weeks.sort((a, b) => Math.abs(b.sum) - Math.abs(a.sum)).slice(0, BEST);
  const paid = best.reduce((all, { sum, happened }) => all + Math.sign(sum) * happened, 0);
  return (paid / BEST) * YEARLY;
}

// Who it is

const sideOf = (side: "long" | "short") =>
  fact(
    side,
    { type: "text", help: `Name of the ${side} market: exchange and symbol.`, head: side },
    (p: PairOf) => p[side].names.market,
  );

export const pairLong = sideOf("long");
export const pairShort = sideOf("short");

export const pairAsset = fact(
  "asset",
  { type: "text", help: "Asset of both markets, as listed.", head: "asset" },
  ({ long }: PairOf) => long.names.asset ?? "",
);

// What it settled

const settled = (days: 7 | 30) =>
  fig(
    `rate_${days}d`,
    {
      ...SETTLED,
      help: `What the pair was paid in the last ${days} days, a year; not compounded.`,
      head: `${days}d`,
      formula:
        "Σ (rate of the short market − of the long one) ÷ time of the whole periods × 365 days × 100",
    },
    ({ inputs, long, short }: PairOf) => {
      return rateOfDays(inputs.now, days, short.funding, long.funding);
    },
  );

export const pairRate7d = settled(7);
export const pairRate30d = settled(30);

// What it is likely to be paid

const figures = once(
  (p: PairOf): NextFigures => nextFigures(next(p), { doubts: [], asOf: series(p).end }),
);

const LIKELY = {
  unit: "percent_per_year",
  base: "notional",
  signed: true,
  formula:
    "(h·k·m + (x − k·m)·φ(1 − φ^h) ÷ (1 − φ)) × 365 ÷ h, h = 7: the mean m of 30 days, shrunk by k, to which the last day x returns; k and φ as in all pairs that are listed",
  unknownWhen: "the last day or more than a third of 30 days is not covered by settled events",
  leftOut: "prices, fees, slippage",
} as const satisfies Partial<FigureSpec>;

const RANGED = {
  ...LIKELY,
  formula: "rate_next_7d ± q × its error; q: what four of five of the pairs needed last week",
  unknownWhen: `${LIKELY.unknownWhen}, or fewer than 5 pairs can be scored`,
} as const satisfies Partial<FigureSpec>;

export const rateNext7d = fig(
  "rate_next_7d",
  {
    ...LIKELY,
    help: "What the pair is likely to be paid in the next 7 days, a year.",
    head: "next 7d",
  },
  (p: PairOf) => figures(p).sum,
);

export const rateNextLow = fig(
  "rate_next_7d_low",
  { ...RANGED, help: "Lower end of the range of rate_next_7d, which holds four times of five." },
  (p: PairOf) => figures(p).low,
);

export const rateNextHigh = fig(
  "rate_next_7d_high",
  { ...RANGED, help: "Upper end of the range of rate_next_7d." },
  (p: PairOf) => figures(p).high,
);

/** Half the range of the next 7 days, percent a year. */
export const halfRange = once(
  (p: PairOf): Q => lift([rateNextLow(p), rateNextHigh(p)], (a: Big, b: Big) => b.minus(a).div(2)),
);

export const pairFees = fig(
  "fees",
  {
    unit: "percent",
    base: "notional",
    head: "fees",
    help: "Fees of four fills: into both markets now, out of them later.",
    formula: "2 × the fee of a fill on the long market + 2 × on the short one",
  },
  ({ inputs: { feeOn }, long, short }: PairOf) => known(feeOn(long).plus(feeOn(short)).times(200)),
);

/** Fees in the unit in which the next 7 days are percent a year. */
const cost = (p: PairOf) => Number(pairFees(p).value) * YEARLY;

export const pairChance = fig(
  "next_7d_chance",
  {
    unit: "chance",
    head: "chance",
    unknownWhen: RANGED.unknownWhen,
    help: "Chance that the next 7 days pay more than the fees, 0 to 1.",
    formula: "Φ((what 7 days pay − fees) ÷ (its error × q ÷ 1.2816))",
  },
  (p: PairOf) => figures(p).chance(cost(p)),
);

/** Least number of days after which the fees are earned with a chance of 80 % or more. */
export const daysBack = once((p: PairOf) => next(p).backBy(cost(p)));

export const backBy = fact(
  "back_by",
  {
    type: "time|null",
    help: "When the fees are earned with a chance of 80 % or more; null if not within 30 days, or without a range.",
    head: "back by",
  },
  (p: PairOf) => {
    const days = daysBack(p);
    return days === undefined ? null : series(p).end + days * DAY_MS;
  },
);

// Who holds it

/** The largest open position that holds a pair, and whether it does the other way round. */
export const holder = once((p: PairOf) => {
  const { long, short, inputs } = p;
  const holds = (at: PositionOf, one: MarketOf, other: MarketOf) =>
    at.legs.some((leg) => isIn(leg, one, 1)) && at.legs.some((leg) => isIn(leg, other, -1));
  const all = inputs.held.flatMap((position) => {
    if (holds(position, long, short)) return [{ position, isTurned: false }];
    return holds(position, short, long) ? [{ position, isTurned: true }] : [];
  });
  const usd = ({ position }: { readonly position: PositionOf }) => Number(size(position).value);
  return all.sort((a, b) => usd(b) - usd(a))[0];
});

function isIn({ record, sign }: LegOf, { id }: MarketOf, side: 1 | -1): boolean {
  return record.market_id === id && sign === side;
}

export const pairHeld = fact(
  "held",
  {
    type: "text|null",
    help: "Name of the open position that holds the pair, of several the largest; null if none does, or if that is unknown.",
    head: "held",
  },
  (p: PairOf) => {
    const found = holder(p)?.position;
    return found === undefined ? null : found.inputs.nameOf(found.record);
  },
);

export const heldSize = fig(
  "held_size",
  {
    unit: "usd",
    head: "held size",
    signed: true,
    help: "Size of that position; below zero where it holds the pair the other way round.",
    formula: "± the larger of Σ notional of its long legs and of its short ones",
    unknownWhen: "none holds the pair, or its size is unknown",
  },
  (p: PairOf) => {
    const found = holder(p);
    if (found === undefined) return lacking(undefined);
    return size(found.position).map((usd) => (found.isTurned ? usd.times(-1) : usd));
  },
);

/** Who a pair is. */
export const PAIR: readonly Declared<PairOf>[] = [pairLong, pairShort, pairAsset];

/** Every declaration of a pair. */
export const PAIR_CATALOG: readonly Declared<PairOf>[] = [
  ...[...PAIR, pairRate7d, pairRate30d, rateNext7d, rateNextLow, rateNextHigh],
  ...[pairChance, pairFees, backBy, pairHeld, heldSize],
];
