import type { Big } from "big.js";
import { sumOf } from "../../base/decimal.js";
import { DAY_MS } from "../../base/time/periods.js";
import { rounded } from "../../base/whole.js";
import { PERCENT_DAYS } from "../engine/funding/apr.js";
import { paidDaysOf, type Run, type RunWindow, runsOverWindows } from "../engine/funding/run.js";
import { type PairBasis, pairBasisOf, unknownBasis } from "../engine/market/basis.js";
import { marketOf } from "../engine/market/periods.js";
import { basisOf, shortAtLongMark } from "../engine/position/hedge.js";
import { type Fig, type FigureSpec, fact, fig, once } from "../figure.js";
import { known, lacking, lift, merge, over, SURE } from "../measure.js";
import { holding, holdingAny, markOf, type PositionOf } from "../subjects.js";
import type { Doubt } from "../unknown.js";
import { atMarks, missingPrice, size } from "./position.js";

const WEEK_HOURS = 168;
const LEAST_HOURS = 24;

/** Runs of a position over all windows. */
export const runsOf = once(
  ({ record, inputs }: PositionOf): Readonly<Record<RunWindow, Run>> =>
    runsOverWindows(record, inputs),
);

function run(window: RunWindow, head: string, days: string): Fig<PositionOf> {
  const spec: FigureSpec = {
    unit: "usd_per_day",
    help: `Funding a day at today's size, over the last ${days}.`,
    head,
    signed: true,
    needs: ["funding"],
    formula:
      "Σ −sign × quantity × rate × mark of the event ÷ days, over whole periods of the slowest leg, also those before the opening",
    unknownWhen: "a market is unknown, or less than 95 % of the time is covered by settled events",
    leftOut: "changes of size within the time; periods with a gap",
  };
  return fig(`run_${window}`, spec, (p) => {
    const { value, unknown, evidence } = holdingAny(p);
    if (value === null) return lacking(unknown, evidence);
    return runsOf(p)[window].perDay.with({ doubts: evidence.doubts });
  });
}

export const run24h = run("24h", "24h/d", "24 hours");
export const run7d = run("7d", "7d/d", "7 days");
export const run30d = run("30d", "30d/d", "30 days");

export const rate7d: Fig<PositionOf> = fig(
  "rate_7d",
  {
    unit: "percent_per_year",
    step: "0.5",
    base: "size",
    help: "Funding of the last 7 days, a year, in percent of the size; not compounded.",
    head: "%/yr",
    signed: true,
    needs: ["funding"],
    formula: "run_7d × 365 ÷ size × 100",
    unknownWhen: "run_7d or the size is unknown, or less than a day has settled",
    leftOut: "fees and price PnL, which are not of a year",
  },
  (p) => {
    const { fewest } = runsOf(p)["7d"];
    const week = run7d(p);
    const hours = week.evidence.covered?.hours ?? 0;
    const settled = week.if(() => hours >= LEAST_HOURS && fewest >= 3, "too_few_settlements");
    const doubts: Doubt[] = hours < WEEK_HOURS ? ["under_7_days"] : [];
    const aYear = settled.map((perDay) => perDay.times(PERCENT_DAYS));
    return over(aYear, size(p)).with({ doubts });
  },
);

/** Funding of each of the last 30 times 24 hours at today's size, USD, the oldest first; null where unknown. */
export const days = once(({ record, inputs }: PositionOf) => paidDaysOf(record, inputs));

/** Since when the funding of 7 days has been below zero, day after day. */
export interface Turned {
  /** End of the first such day, milliseconds since the epoch. */
  readonly at: number;
  /** Whether it has been so for as long as is known. */
  readonly isWhole: boolean;
  /** Number of such days. */
  readonly days: number;
}

/** Returns since when run 7d of a position has been below zero; undefined where it is not, or is unknown. */
export const turned = once((p: PositionOf): Turned | undefined => {
  const sums = days(p);
  const end = run30d(p).evidence.asOf ?? p.inputs.now;
  const isBelow = (last: number) => {
    const week = sums.slice(last - 6, last + 1);
    return week.length === 7 && sumOf(week)?.lt(0) === true;
  };
  let first = sums.length;
  while (first > 6 && isBelow(first - 1)) first--;
  if (first === sums.length) return undefined;
  return {
    at: end - (sums.length - 1 - first) * DAY_MS,
    isWhole: first === 6,
    days: sums.length - first,
  };
});

export const turnedAt = fact(
  "turned_at",
  {
    type: "time|null",
    help: "End of the first of the days, up to today, at whose ends the last 7 had cost; null where they have not.",
    head: "turned",
    needs: ["funding"],
  },
  (p: PositionOf) => turned(p)?.at ?? null,
);

/** Basis of what a position holds over 30 days: now, its mean, and its standard deviation in points. */
export const basisOver = once((p: PositionOf): PairBasis => {
  const { historyOf, now } = p.inputs;
  if (holding(p).value === null) return unknownBasis("funding_unknown");
  const legs = p.legs.flatMap(({ record, factor, sign }) => {
    const { market_id: id, quantity } = record;
    const events = id === null ? undefined : marketOf(historyOf(id))?.events;
    if (events === undefined) return [];
    const amount = factor.times(quantity).toNumber();
    return [{ side: sign === 1 ? "long" : "short", quantity, amount, events } as const];
  });
  if (legs.length < p.legs.length) {
    const isNameless = p.legs.some(({ record }) => record.market_id === null);
    return unknownBasis(isNameless ? "market_unknown" : "funding_unknown");
  }
  const marks = p.legs.map(markOf);
  const evidence = marks.map((it) => it.evidence).reduce(merge, SURE);
  const isFresh = marks.every(({ value }) => value !== null) && evidence.doubts.length === 0;
  return pairBasisOf(legs, now, isFresh ? known(basisOf(p.legs), evidence) : undefined);
});

export const basis: Fig<PositionOf> = fig(
  "basis",
  {
    unit: "percent",
    base: "the long price",
    help: "Price of the short side above that of the long side now.",
    head: "basis",
    signed: true,
    needs: ["funding"],
    formula: "(short ÷ long − 1) × 100, at fresh marks, else at the last common settlement",
    unknownWhen: "a side holds nothing, or fewer than 20 common settlements are known",
  },
  (p) => lift([holdingAny(p), basisOver(p).now], (_, now: Big) => now),
);

export const basisUsd: Fig<PositionOf> = fig(
  "basis_usd",
  {
    unit: "usd",
    help: "What the position gains when the basis returns to its mean of 30 days.",
    head: "basis USD",
    signed: true,
    needs: ["funding"],
    formula: "(basis − mean) ÷ 100 × short quantity × mark of the longs",
    unknownWhen: "the basis, its mean or a mark of the longs is unknown",
  },
  (p) => {
    const worth = atMarks(p).map(() => shortAtLongMark(p.legs), missingPrice(p));
    return lift([basis(p), basisOver(p).mean, worth], (now: Big, mean: Big, usd: Big) =>
      rounded(now.minus(mean).times(usd).div(100)),
    );
  },
);
