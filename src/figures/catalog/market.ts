import type { MarketEvent } from "../credible/settled-event.js";
import type { Market } from "../engine/market/periods.js";
import { rateOfDays, type SummedRange, summariseFunding } from "../engine/market/summary.js";
import { sidesOf } from "../engine/position/legs.js";
import { type Declared, type FigureSpec, fact, fig, once } from "../figure.js";
import { known } from "../measure.js";
import type { PositionOf } from "../subjects.js";

/** What the figures of listed markets are computed from. */
export interface MarketInputs {
  /** Time up to which funding is known, milliseconds since the epoch. */
  readonly now: number;
  /** The open positions; none where these are not known. */
  readonly held: readonly PositionOf[];
}

/** A listed market with its settled funding. */
export class MarketOf {
  constructor(
    readonly inputs: MarketInputs,
    readonly id: number,
    readonly names: {
      /** `binance:BTCUSDT` */
      readonly market: string;
      readonly asset: string | undefined;
      readonly exchange: string | undefined;
      /** Its exchange, or its name where the exchange lists several markets of the asset. */
      readonly place: string;
    },
    readonly funding: Market,
  ) {}
}

/** What is said of settled rates. */
export const SETTLED = {
  unit: "percent_per_year",
  base: "notional",
  signed: true,
  unknownWhen:
    "less than 95 % of the time is covered, events conflict, or less than a day has settled",
  leftOut: "prices, fees, slippage; periods with a gap",
} as const satisfies Partial<FigureSpec>;

const market = fact(
  "market",
  { type: "text", help: "Name of the market: exchange and symbol." },
  ({ names }: MarketOf) => names.market,
);

const marketAsset = fact(
  "asset",
  { type: "text|null", help: "Asset, as listed; null if the listing names none." },
  ({ names }: MarketOf) => names.asset,
);

const marketExchange = fact(
  "exchange",
  { type: "text|null", help: "Exchange, as listed; null if the listing names none." },
  ({ names }: MarketOf) => names.exchange,
);

export const marketRate7d = fig(
  "rate_7d",
  {
    ...SETTLED,
    help: "What the short side of the market was paid in the last 7 days, a year; not compounded.",
    head: "7d",
    formula: "Σ rate ÷ time of the whole periods × 365 days × 100",
  },
  ({ inputs, funding }: MarketOf) => rateOfDays(inputs.now, 7, funding),
);

const sides = once(({ held }: MarketInputs) => sidesOf(held.map(({ record }) => record)));

export const marketHeld = fact(
  "held",
  {
    type: ["long", "short", "both", null],
    help: "Side on which open positions hold the market; null if none does, or if that is unknown.",
  },
  ({ inputs, id }: MarketOf) => sides(inputs).get(id) ?? null,
);

/** Every declaration of a market. */
export const MARKET_CATALOG: readonly Declared<MarketOf>[] = [
  ...[marketAsset, market, marketExchange, marketRate7d, marketHeld],
];

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

const OF_RANGE = {
  base: "notional",
  signed: true,
  unknownWhen: "no event of the range has a rate, or events of one time have different values",
  leftOut: "events without a rate or that are missing; compounding, fees and prices",
} as const satisfies Partial<FigureSpec>;

export const settledSum = fig(
  "sum",
  {
    ...OF_RANGE,
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
    ...OF_RANGE,
    unit: "percent_per_year",
    head: "%/yr",
    help: "The same a year; not compounded. An estimate where less than 7 days settled.",
    formula:
      "Σ funding_rate ÷ Σ spacing × 365 days × 100; spacing: the time that an event settles, which ends with it",
    unknownWhen: `${OF_RANGE.unknownWhen}; or less than a day or 3 events settled`,
  },
  (it: PastMarket) => summaryOf(it).rate,
);

export const settledAbove = fig(
  "positive",
  {
    ...OF_RANGE,
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
