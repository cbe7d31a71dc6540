import { Big } from "big.js";
import { groupBy } from "../base/collections.js";
import { marketFinder, type NamedMarket } from "../base/names/market-name.js";
import type { Client } from "../client/client.js";
import { type MoveMarket, whyNoMove } from "../figures/catalog/move.js";
import { type Moves, movesOf } from "../figures/catalog/moves.js";
import { countedAlike, isSameUnit, unitPrice } from "../figures/credible/multiples.js";
import { type Market, marketOf } from "../figures/engine/market/periods.js";
import type { Group, PositionOf } from "../figures/subjects.js";
import type { Context } from "../run/context.js";
import type { Failure } from "../run/errors/kinds.js";
import type { Share } from "../run/settings/kinds.js";
import { fillFee, shareOf } from "../run/share.js";
import { marketsOf, recentFundingOf } from "./funding/recent-funding.js";
import { listedMarkets } from "./markets/listed.js";

/**
 * Lists the markets of what positions hold, fetches the settled funding of those that they do not hold, and
 * chooses the moves.
 * @param book positions with their funding and their pool
 * @param typed fee of a fill; default: the profile's fees, else 5 bp
 * @throws the errors of listing markets; a failure of another part is reported
 */
export async function loadMoves(
  context: Context,
  client: Client,
  book: Group,
  typed?: Share,
): Promise<{ readonly moves: Moves; readonly failure: Failure | undefined }> {
  const fees = await context.setting("fees");
  const { now, historyOf } = book.inputs;
  const judged = book.members.filter((p) => whyNoMove(p) === undefined);
  const listed = judged.length === 0 ? [] : await listedMarkets(context, client);
  const namedFor = marketsByAsset(listed);
  const held = new Set(marketsOf(judged.map(({ record }) => record)));
  const others = new Set(judged.flatMap(namedFor).map(({ id }) => id));
  const ids = [...others].filter((id) => !held.has(id) && historyOf(id) === undefined);
  const funding = await recentFundingOf(context, ids, now, { client, signal: context.io.signal });
  const find = marketFinder(listed);
  const marketFor = (p: PositionOf, named: NamedMarket): MoveMarket[] => {
    const { id } = named;
    const market = marketOf(historyOf(id) ?? funding.historyOf(id));
    if (market === undefined || !isOfAsset(p, named, market)) return [];
    const { handle = String(id), isOneOfSeveral = false } = find(id);
    return [{ id, name: handle, exchange: named.exchange, isOneOfSeveral, market }];
  };
  const moves = movesOf(book, {
    marketsFor: (p) => namedFor(p).flatMap((named) => marketFor(p, named)),
    feeOn: (exchange) => {
      const { share, isAssumed } = fillFee(exchange, typed, fees);
      return { rate: shareOf(share), isAssumed };
    },
  });
  return { moves, failure: funding.failure };
}

/** Returns a function that finds the markets of a position's asset, and what it holds, in the order of their ids. */
function marketsByAsset(listed: readonly NamedMarket[]) {
  const byId = new Map(listed.map((it) => [it.id, it]));
  const byAsset = groupBy(listed, ({ asset }) => asset?.toLowerCase() ?? "");
  return ({ record: { asset }, legs }: PositionOf): NamedMarket[] => {
    const found = new Map(byAsset.get(asset.toLowerCase())?.map((it) => [it.id, it]));
    for (const { market_id: id, exchange, symbol } of legs.map(({ record }) => record)) {
      if (id !== null && !found.has(id))
        found.set(id, byId.get(id) ?? { id, exchange, symbol, asset });
    }
    return [...found.values()].sort((a, b) => a.id - b.id);
  };
}

/** Reports whether the newest mark of a market says that it trades what a position holds. */
function isOfAsset(
  { record: { asset }, legs, inputs: { now } }: PositionOf,
  { symbol = "" }: NamedMarket,
  { events }: Market,
): boolean {
  const mark = events.findLast((it) => it.time <= now && it.mark != null)?.mark;
  const held = legs.map(({ record }) => ({
    ...record,
    mark_price: record.mark_price ?? record.open_price,
  }));
  const [first] = held;
  if (mark == null || first === undefined) return false;
  const other = { ...first, symbol, open_price: null, mark_price: Number(mark) };
  const alike = countedAlike([...held, other], asset);
  const [one, its] = [alike[0], alike.at(-1)].map((counted) => {
    const price = counted?.record.mark_price;
    return counted === undefined || price == null || price <= 0
      ? undefined
      : unitPrice(counted, new Big(price));
  });
  return one !== undefined && its !== undefined && isSameUnit(its.div(one));
}
