import { HELD_SIDES, type HeldSides } from "../../analytics/market/held-markets.js";
import type { RankWindow } from "../../analytics/market/spread-windows.js";
import type { NamedMarket } from "../../base/names/market-name.js";
import { answer, each, type Field, group, own, plain, viewOf } from "../../output/record.js";
import type { View } from "../../output/table/column.js";
import { marketFields } from "../../views/market/market-fields.js";
import { figure } from "../../views/measure-fields.js";
import { YOUNG } from "../../views/position/run.js";
import { bothSides } from "../../views/row-fields.js";
import type { BestPair, Matrix, RatedMarket } from "./figures.js";

/** Windows of a matrix. */
export const MATRIX_WINDOWS = ["1d", "7d", "30d"] as const satisfies readonly RankWindow[];

/** A matrix with the markets that it is of. */
export interface ShownMatrix {
  readonly matrix: Matrix;
  readonly window: RankWindow;
  readonly markets: readonly NamedMarket[];
  /** Ids of markets whose settled funding could not be fetched. */
  readonly unfetched: readonly number[];
  /** Requested assets; all without one. */
  readonly assets: readonly string[];
  /** Time up to which funding is known, milliseconds since the epoch. */
  readonly now: number;
  /** Where the archive is that was read. */
  readonly archive: string | undefined;
  /** Sides of the markets that open positions hold; undefined if unknown. */
  readonly held: HeldSides | undefined;
}

const ASSET = "Asset, as listed; null if the listing names none.";
const RATE =
  "Settled funding over the window, percent of the notional per year; counted and of are periods.";
const HELD =
  "Side on which an open position holds the market; null if none does, or if that is unknown.";
const BEST = "Of each asset the pair with the largest spread, which was chosen after the fact.";
const SPREAD =
  "The short market's rate minus the long market's over the window, percent of the notional per year.";

/** Returns all markets of a matrix, by asset. */
export const ratedMarkets = ({ assets, nameless }: Matrix): RatedMarket[] => [
  ...assets.flatMap(({ markets }) => markets),
  ...nameless,
];

const rowFields = (held?: ShownMatrix["held"]): Field<RatedMarket>[] => [
  plain("asset", "text|null", ASSET, {
    ...{ of: ({ market }) => market.asset, header: "asset", priority: 0 },
  }),
  ...marketFields<RatedMarket>(({ market }) => market),
  figure("annualised", RATE, {
    ...{ of: ({ annualised }) => annualised, header: "annualised", kind: "percent", signed: true },
    mark: ({ annualised }) => (annualised.about === true ? YOUNG : undefined),
    details: ["counted", "of", "as_of"],
  }),
  plain("held", [...HELD_SIDES, null], HELD, {
    ...{ of: ({ market }) => held?.get(market.id) ?? null, header: "held", priority: 1 },
  }),
];

const INPUTS: Field<ShownMatrix>[] = [
  own("window", MATRIX_WINDOWS, "--window."),
  own("assets", "texts", "Requested assets; all if empty."),
  own("archive", "text|null", "The archive that was read; null without one."),
  plain("until", "time", "Time up to which settled funding is known (ISO 8601).", (it) => it.now),
];

const idsOf = (markets: readonly RatedMarket[]) => markets.map(({ market }) => market.id);

const TOTALS: Field<ShownMatrix>[] = [
  plain("rows", "count", "Number of markets.", ({ matrix }) => ratedMarkets(matrix).length),
  plain("too_few_events", "ids", "Markets with too few settled events to be rated.", (it) => {
    return it.matrix.unspaced;
  }),
  own("unfetched", "ids", "Markets whose settled funding could not be fetched."),
  plain("without_asset", "ids", "Markets without a listed asset.", ({ matrix }) => {
    return idsOf(matrix.nameless);
  }),
];

/** Returns `funding matrix`. */
export const matrixAnswer = (held?: ShownMatrix["held"]) =>
  answer<ShownMatrix>("matrix", [
    group("inputs", "What the matrix rests on.", INPUTS),
    each("rows", "The markets.", ({ matrix }) => ratedMarkets(matrix), rowFields(held)),
    each("best", BEST, ({ matrix }) => matrix.assets.flatMap(({ best }) => best ?? []), [
      plain<BestPair>("asset", "text", "Asset, as listed.", ({ long }) => long.asset),
      ...bothSides<BestPair>((side) => marketFields<BestPair>((it) => it[side])),
      figure<BestPair>("spread", SPREAD, ({ spread }) => spread),
    ]),
    group("totals", "Numbers of markets, and what is left out.", TOTALS),
  ]);

/** View of the markets of a matrix, one per row. */
export function matrixRows(held?: ShownMatrix["held"]): View<RatedMarket> {
  return viewOf(rowFields(held), { empty: "No markets." });
}
