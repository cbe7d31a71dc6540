import { Big } from "big.js";
import { percentOf, sumOf } from "../../base/decimal.js";
import { HOUR_MS } from "../../base/time/periods.js";
import { SIDES } from "../../client/resources/terms.js";
import type { PairBasis } from "../engine/market/basis.js";
import type { Comparison, Period } from "../engine/market/compare.js";
import type { Held } from "../engine/market/held.js";
import { percentOfYear, yearly } from "../engine/market/summary.js";
import { type Declared, type FigureSpec, fact, fig, once } from "../figure.js";
import { known, type Q } from "../measure.js";
import type { PoolRecord } from "../next/pool.js";
import type { PairOf } from "./pair.js";

/** Two markets of which the settled funding was compared over a range. */
export interface Compared {
  readonly comparison: Comparison;
  /** What holding the pair over the range would have made. */
  readonly held: Held;
  readonly basis: PairBasis;
  /** The pair today; undefined where the range ends before, or a market settled too seldom. */
  readonly ahead: { readonly pair: PairOf; readonly record: PoolRecord | undefined } | undefined;
}

/** The periods that are complete for both markets, and what they settled. */
const whole = once(({ comparison: { periods, period: length = 0 } }: Compared) => {
  const complete = periods.filter(({ spread }) => spread !== null);
  const spreads = complete.map((it) => new Big(it.spread ?? 0));
  const eventsOn = (side: "long" | "short") => (sum: number, it: Period) => sum + it[side].events;
  return {
    spreads,
    sum: spreads.length === 0 ? null : sumOf(spreads),
    fewest: Math.min(...SIDES.map((side) => complete.reduce(eventsOn(side), 0))),
    time: length * complete.length,
    evidence: {
      asOf: complete.at(-1)?.end,
      doubts: [],
      counted: complete.length,
      of: periods.length,
      covered: {
        hours: (complete.length * length) / HOUR_MS,
        wanted: (periods.length * length) / HOUR_MS,
      },
    },
  };
});

const OF_PERIODS = {
  unknownWhen: "no period of the range is complete for both markets",
  leftOut: "periods in which an event or a rate is missing; fees and the move of both prices",
} as const satisfies Partial<FigureSpec>;

export const spread = fig(
  "spread",
  {
    ...OF_PERIODS,
    unit: "percent",
    base: "notional",
    signed: true,
    help: "What a hedge long on the first market and short on the second was paid over the range.",
    formula: "Σ (short rate − long rate) × 100 over the periods that are complete for both",
  },
  (it: Compared) => known(whole(it).sum?.times(100), whole(it).evidence, "events_missing"),
);

export const spreadRate = fig(
  "rate",
  {
    ...OF_PERIODS,
    unit: "percent_per_year",
    base: "notional",
    signed: true,
    help: "The same a year; not compounded.",
    formula: "spread ÷ time of those periods × 365 days",
    unknownWhen: `${OF_PERIODS.unknownWhen}, or less than a day or 3 events of a market settled`,
  },
  (it: Compared) => {
    const { sum, time, fewest, evidence } = whole(it);
    return yearly(time, fewest, () => percentOfYear(sum, time), evidence);
  },
);

const positive = fig(
  "positive",
  {
    ...OF_PERIODS,
    unit: "percent",
    base: "periods",
    help: "Share of those periods in which the spread was above zero.",
    formula: "periods with a spread above 0 ÷ complete periods × 100",
  },
  (it: Compared) => {
    const { spreads, evidence } = whole(it);
    return known(
      percentOf(new Big(above(it)), new Big(spreads.length)),
      evidence,
      "events_missing",
    );
  },
);

/** Returns the number of complete periods with a spread above zero. */
export const above = once((it: Compared) => whole(it).spreads.filter((s) => s.gt(0)).length);

// What holding it would have made

const ofHeld = (id: string, spec: Omit<FigureSpec, "unit">, of: (held: Held) => Q) =>
  fig(id, { unit: "usd", ...spec }, ({ held }: Compared) => of(held));

const NO_PRICES =
  "the periods have fewer than two times at which both have a mark, or the prices are not of one unit";
const NO_FUNDING = `events of more than 5 % of the time are missing, or ${NO_PRICES}`;

export const heldSize = fig(
  "size",
  {
    unit: "usd",
    formula: "10,000",
    help: "Notional of the larger side of the hedge at entry.",
  },
  ({ held }: Compared) => known(held.terms.notional),
);

export const heldFunding = ofHeld(
  "funding_pnl",
  {
    signed: true,
    unknownWhen: NO_FUNDING,
    help: "Settled funding of both legs after the entry.",
    formula:
      "Σ q × short mark × short rate − Σ q × long mark × long rate; q = size ÷ the higher mark at entry",
  },
  ({ funding }) => funding,
);

export const heldPrice = ofHeld(
  "spread_pnl",
  {
    signed: true,
    unknownWhen: NO_PRICES,
    help: "Price PnL of both legs, from the first to the last common mark of the range.",
    formula: "q × (change of the long mark − change of the short mark)",
  },
  ({ price }) => price,
);

export const heldFees = ofHeld(
  "fees_paid",
  {
    unknownWhen: NO_PRICES,
    help: "Fees of four fills: into both markets and out of them.",
    formula: "Σ q × (mark at entry + mark at exit) × fee of a fill, over both legs",
  },
  ({ fees }) => fees,
);

export const heldNet = ofHeld(
  "net_pnl",
  {
    signed: true,
    unknownWhen: NO_FUNDING,
    leftOut: "slippage, liquidation and moves of margin",
    help: "What holding the hedge over the range would have made.",
    formula: "funding_pnl + spread_pnl − fees_paid",
  },
  ({ net }) => net,
);

const timeOf = (id: "entry" | "exit", help: string) =>
  fact(id, { type: "time|null", help }, ({ held }: Compared) => held[id]);

// What its prices are apart

const basisFigure = (
  id: string,
  help: string,
  formula: string,
  of: (basis: PairBasis) => Q,
  signed = true,
) =>
  fig(
    id,
    {
      unit: "percent",
      base: "the long price",
      help,
      formula,
      signed,
      unknownWhen: "fewer than 20 common settlements with a mark in the 30 days before the end",
    },
    ({ basis }: Compared) => of(basis),
  );

export const basisNow = basisFigure(
  "basis",
  "Price of the short market above that of the long one at the last common settlement.",
  "(short ÷ long − 1) × 100",
  ({ now }) => now,
);
export const basisMean = basisFigure(
  "basis_mean",
  "Its mean over the 30 days before the end of the range.",
  "Σ basis ÷ number of common settlements",
  ({ mean }) => mean,
);
export const basisSd = basisFigure(
  "basis_sd",
  "Its standard deviation over these days.",
  "√(Σ (basis − mean)² ÷ (number − 1))",
  ({ sd }) => sd,
  false,
);

/** Every declaration of a comparison, besides those of its pair today. */
export const COMPARED_CATALOG: readonly Declared<Compared>[] = [
  ...[spread, spreadRate, positive],
  ...[heldSize, timeOf("entry", "First time of the range with a mark of both; null without two.")],
  ...[timeOf("exit", "Last such time; null without two."), heldFunding, heldPrice, heldFees],
  ...[heldNet, basisNow, basisMean, basisSd],
];
