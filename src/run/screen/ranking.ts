import { groupBy } from "../../base/collections.js";
import { marketFinder, type NamedMarket } from "../../base/names/market-name.js";
import { MARKET_CATALOG, type MarketInputs, MarketOf } from "../../figures/catalog/market.js";
import {
  bestMade,
  PAIR,
  PAIR_CATALOG,
  type PairOf,
  pairsAmong,
} from "../../figures/catalog/pair.js";
import type { HistoryOf } from "../../figures/engine/funding/run.js";
import { marketOf } from "../../figures/engine/market/periods.js";
import type { PoolRecord } from "../../figures/next/pool.js";
import type { PositionOf } from "../../figures/subjects.js";
import { type Fields, plain } from "../../output/record.js";
import type { Fees, Share } from "../settings/kinds.js";
import { ASSUMED_FEE, fillFee, shareOf } from "../share.js";
import { answerOf, dataFields, type RowData } from "./figure-field.js";
import { recordField } from "./inputs.js";

/** What a ranking rests on. */
export interface RankTerms {
  /** Requested assets; all without one. */
  readonly assets: readonly string[];
  /** Time up to which funding is known, milliseconds since the epoch. */
  readonly now: number;
  /** Fee of a fill as it is typed. */
  readonly fee?: Share | undefined;
  /** Fees of the profile. */
  readonly fees?: Fees | undefined;
}

/** Markets with their pairs, the one that is likely to be paid most first. */
export interface Ranking {
  readonly terms: RankTerms;
  readonly pairs: readonly PairOf[];
  readonly markets: readonly MarketOf[];
  /** How many of last week's ranges of the pairs held; undefined where too few can be scored. */
  readonly record: PoolRecord | undefined;
  /** What last week paid the ten pairs that were first a week ago, percent a year. */
  readonly bestMade: number | undefined;
  /** Whether the fee of a pair was assumed. */
  readonly isAssumed: boolean;
  /** Ids of markets in no pair: not fetched, with too few events, or without a listed asset. */
  readonly leftOut: readonly number[];
}

/** Returns listed markets with their settled funding, without those that settled too seldom to know how often. */
export function marketsOf(
  listed: readonly NamedMarket[],
  historyOf: HistoryOf,
  inputs: MarketInputs,
): MarketOf[] {
  const find = marketFinder(listed);
  return listed.flatMap(({ id, asset, exchange }) => {
    const funding = marketOf(historyOf(id));
    const { handle: market = String(id), isOneOfSeveral } = find(id);
    const place = isOneOfSeveral === true ? market : (exchange ?? market);
    return funding ? [new MarketOf(inputs, id, { market, asset, exchange, place }, funding)] : [];
  });
}

/** Ranks the pairs of markets of one asset. @param held the open positions, whose pairs are marked */
export function rankingOf(
  listed: readonly NamedMarket[],
  historyOf: HistoryOf,
  held: readonly PositionOf[],
  terms: RankTerms,
): Ranking {
  const inputs = { now: terms.now, held };
  const markets = marketsOf(listed, historyOf, inputs);
  const groups = groupBy(markets, ({ names }) => names.asset?.toLowerCase());
  groups.delete(undefined);
  const feeOf = ({ names }: MarketOf) => fillFee(names.exchange, terms.fee, terms.fees);
  const { pairs, pool } = pairsAmong([...groups.values()], {
    ...inputs,
    feeOn: (market) => shareOf(feeOf(market).share),
  });
  const inGroups = new Set([...groups.values()].flat().map(({ id }) => id));
  return {
    terms,
    pairs,
    markets,
    record: pool.record([]),
    bestMade: bestMade(pairs),
    isAssumed: pairs.some(({ long, short }) => [long, short].some((it) => feeOf(it).isAssumed)),
    leftOut: listed.map(({ id }) => id).filter((id) => !inGroups.has(id)),
  };
}

/** Returns the fees of fills as they are typed: `5bps`, `bybit=5.5bps,default=5bps`. */
function feesText({ fee, fees }: RankTerms): string {
  const text = ({ amount, unit }: Share) => `${amount}${unit}`;
  const own = fee === undefined ? fees : undefined;
  if (own === undefined) return text(fee ?? ASSUMED_FEE);
  return [...own].map(([name, share]) => `${name}=${text(share)}`).join(",");
}

const BEST =
  "What last week paid the ten pairs that were first a week ago, percent of the notional a year; null for ten pairs or fewer.";
const LEFT_OUT =
  "Markets in no pair: not fetched, with too few settled events, or without a listed asset.";
const FEE = "Fee of a fill, as --fee or the setting fees has it.";
const ASSUMED = "Whether no fee is known on an exchange, and 5bps is assumed.";

const INPUTS: Fields<Ranking> = [
  plain("service_time", "time", "Time up to which funding is known.", ({ terms }) => terms.now),
  plain("assets", "texts", "Requested assets; all if empty.", ({ terms }) => terms.assets),
  plain("fee", "text", FEE, ({ terms }) => feesText(terms)),
  plain("fee_assumed", "flag", ASSUMED, ({ isAssumed }) => isAssumed),
];

const TOTALS: Fields<Ranking> = [
  plain("pairs", "count", "Number of pairs.", ({ pairs }) => pairs.length),
  recordField(({ record }: Ranking) => record),
  plain("best_10", "number|null", BEST, ({ bestMade: made }) => made),
  plain("left_out", "ids", LEFT_OUT, ({ leftOut }) => leftOut),
];

/** What data have of a pair. */
export const PAIR_DATA: RowData<PairOf> = {
  who: PAIR,
  figures: PAIR_CATALOG.filter((it) => !PAIR.includes(it)),
};

/** What data have of a market. */
export const MARKET_DATA: RowData<MarketOf> = { who: MARKET_CATALOG, figures: [] };

/** Returns the answer of `funding rank`, or with `--grid` that of its markets. */
export const rankAnswer = <S>(title: string, ...data: Parameters<typeof dataFields<S>>) =>
  answerOf(title, INPUTS, dataFields(...data), TOTALS);
