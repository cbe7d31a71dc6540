import type { MarketEvent } from "../credible/settled-event.js";
import { type SummedRange, summariseFunding } from "../engine/market/summary.js";
import { type Declared, type FigureSpec, fig, once } from "../figure.js";
import { known } from "../measure.js";

/** What a market settled in a range of time. */
export interface PastMarket {
  /** `binance:BTCUSDT` */
  readonly name: string;
  /** In any order. */
  readonly events: readonly MarketEvent[];
  /** Default: from one spacing before the first event to the newest one. */
  readonly range?: SummedRange | undefined;
}

/** Counts and sums of what a market settled. */
export const summaryOf = once(({ events, range }: PastMarket) => summariseFunding(events, range));

const SETTLED = {
  base: "notional",
  signed: true,
  unknownWhen: "no event of the range has a rate, or events of one time have different values",
  leftOut: "events without a rate or that are missing; compounding, fees and prices",
} as const satisfies Partial<FigureSpec>;

export const settledSum = fig(
  "sum",
  {
    ...SETTLED,
    unit: "percent",
    head: "sum",
    help: "What the short side of the market was paid over the range.",
    formula: "Σ funding_rate × 100",
  },
  (it: PastMarket) => {
    const { sum, conflicting } = summaryOf(it);
    const why = conflicting > 0 ? "events_conflicting" : "events_missing";
    return known(sum?.times(100), undefined, why);
  },
);

export const settledRate = fig(
  "annualised",
  {
    ...SETTLED,
    unit: "percent_per_year",
    head: "%/yr",
    help: "The same a year; not compounded. An estimate where less than 7 days settled.",
    formula:
      "Σ funding_rate ÷ Σ spacing × 365 days × 100; spacing: the time that an event settles, which ends with it",
    unknownWhen: `${SETTLED.unknownWhen}; or less than a day or 3 events settled`,
  },
  (it: PastMarket) => summaryOf(it).rate,
);

export const settledAbove = fig(
  "positive",
  {
    ...SETTLED,
    unit: "percent",
    base: "covered time",
    signed: false,
    help: "Share of the time that was settled by a rate above zero.",
    formula: "time settled by a rate above 0 ÷ time settled × 100",
  },
  (it: PastMarket) => summaryOf(it).above,
);

/** Every declaration of what a market settled. */
export const PAST_MARKET: readonly Declared<PastMarket>[] = [settledSum, settledRate, settledAbove];
