import type { HistoryOf } from "../../analytics/funding/run-legs.js";
import { heldLegs } from "../../analytics/position/held-legs.js";
import type { Judged } from "../../analytics/rotation/book.js";
import type { NamedMarket } from "../../base/names/market-name.js";
import type { Position } from "../../client/resources/position.js";
import type { Context } from "../../command/context.js";
import type { Failure } from "../../command/errors/failure.js";
import { CONCURRENCY } from "../../command/fetch-each.js";
import { feeOn, shareOf } from "../../command/share.js";
import { marketFinder } from "../../views/market/market-fields.js";
import { marketsOf, recentFundingOf } from "../funding/recent-funding.js";
import { listedMarkets, marketsOfAssets } from "../markets/listed.js";
import type { OpenPositions } from "../positions/open-positions.js";
import { pairsOn, type RotateTerms } from "./terms.js";
import { whyNoHedge, whyNoPair } from "./unjudged.js";

/** Positions with the pairs that they could move to, and what failed on the way. */
export interface Judgement {
  readonly judged: readonly Judged[];
  readonly terms: RotateTerms;
  readonly failures: readonly (Failure | undefined)[];
}

interface JudgedPositions extends Pick<OpenPositions, "positions" | "handles" | "failure"> {
  /** Reports whether a position has a leg that may be closed and could not be checked. */
  readonly isUnchecked: (positionId: string) => boolean;
}

/** Settled funding of markets that was requested before, and is not requested again. */
interface KnownFunding {
  readonly historyOf: HistoryOf;
  readonly asked: readonly number[];
}

/** Fetches the settled funding of the markets of all assets once, and judges the pairs of each position. */
export async function judge(
  context: Context,
  { positions, isUnchecked: mayBeClosed, handles, failure }: JudgedPositions,
  names: readonly string[],
  wish: Pick<RotateTerms, "fees" | "top" | "minGain" | "exchanges">,
  known?: KnownFunding,
): Promise<Judgement> {
  const { fees, top, minGain, exchanges } = wish;
  const isOne = names.length === 1;
  const client = await context.client(CONCURRENCY);
  const hedges = positions.filter((it) => whyNoHedge(it) === undefined);
  const listed = hedges.length === 0 ? [] : await listedMarkets(context, client);
  const own = isOne ? hedges.map(({ asset }) => asset) : []; // of a book, what is not listed is in its row
  const chosen = await marketsOfAssets(context, listed, own, "the public listing");
  const marketsFor = marketsByAsset(chosen.markets, listed);
  const markets = [...new Map(hedges.flatMap(marketsFor).map((it) => [it.id, it])).values()];
  const now = client.serviceNow();
  const { signal } = context.io;
  const ids = markets.map(({ id }) => id).filter((id) => known?.asked.includes(id) !== true);
  const funding = await recentFundingOf(context, ids, now, {
    ...{ client, signal, named: names.length === 0 ? [] : marketsOf(hedges) },
  });
  const historyOf: HistoryOf = (id) => known?.historyOf(id) ?? funding.historyOf(id);
  const { rotationOf } = await import("../../analytics/rotation/figures.js");
  const { Big } = await import("big.js");
  const find = marketFinder(markets);
  const isOn = pairsOn(find, exchanges);
  const feeOf = (id: number) => {
    const fee = feeOn(fees, find(id).exchange);
    return fee && shareOf(fee);
  };
  const { of: ownerOf } = await context.portfolios();
  const judged = positions.map((position): Judged => {
    const isUnchecked = mayBeClosed(position.position_id);
    const base = { ...ownerOf(position.position_id), position, isUnchecked };
    const unknown = whyNoHedge(position);
    if (unknown !== undefined) return { ...base, rotation: undefined, unknown };
    const candidates = marketsFor(position);
    const rotation = rotationOf(position, {
      ...{ historyOf, now, markets: candidates.map(({ id }) => id) },
      ...{ symbolOf: (id) => find(id).symbol, feeOf, most: isOne ? top : 1 },
      isWanted: (it) =>
        isOn(it) && !(isOne && minGain !== undefined && it.gain.value?.lt(new Big(minGain))),
    });
    const isListed = candidates.some(({ isListed }) => isListed);
    return { ...base, rotation, unknown: whyNoPair(rotation, isListed) };
  });
  return {
    judged,
    terms: { ...wish, handles, markets, now },
    failures: [failure, chosen.failure, funding.failure],
  };
}

type Listed = NamedMarket & { readonly isListed: boolean };

/** Returns a function that finds the markets of a position's asset, and the held ones that are not listed. */
function marketsByAsset(chosen: readonly NamedMarket[], listed: readonly NamedMarket[]) {
  const byId = new Map(listed.map((market) => [market.id, market]));
  const byAsset = new Map<string, Listed[]>();
  for (const market of chosen) {
    const key = market.asset?.toLowerCase() ?? "";
    const own = byAsset.get(key) ?? [];
    own.push({ ...market, isListed: true });
    byAsset.set(key, own);
  }
  return (position: Position): Listed[] => {
    const { asset } = position;
    const markets = new Map(byAsset.get(asset.toLowerCase())?.map((it) => [it.id, it]));
    for (const { market_id: id, exchange, symbol } of heldLegs(position)) {
      if (id === null || markets.has(id)) continue;
      markets.set(id, { ...(byId.get(id) ?? { id, exchange, symbol, asset }), isListed: false });
    }
    return [...markets.values()];
  };
}
