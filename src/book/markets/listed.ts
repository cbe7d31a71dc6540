import { listedMarket, type NamedMarket, onceEach } from "../../base/names/market-name.js";
import type { Client } from "../../client/client.js";
import { AnswerError } from "../../client/errors.js";
import type { HistoryOf } from "../../figures/engine/funding/run.js";
import type { Context } from "../../run/context.js";
import { type Failure, gravestOf } from "../../run/errors/kinds.js";
import { NotListedError } from "../../run/errors/report.js";
import { CONCURRENCY } from "../../run/fetch-each.js";
import { recentFundingOf } from "../funding/recent-funding.js";

/**
 * Returns the markets of the public market listing, each once. Its payload is not documented.
 * @throws {AnswerError} if it names none; and as a request does
 */
export async function listedMarkets(context: Context, client: Client): Promise<NamedMarket[]> {
  const { signal } = context.io;
  const listing = await client.funding.markets({ signal }).withSource();
  const items = listing.kind === "list" ? listing.items : [];
  const markets = onceEach(items.map(({ value }) => listedMarket(value)));
  if (markets.length > 0) return markets;
  throw new AnswerError("the public market listing names no market", {
    hint: "`carry funding markets -o json` prints it as sent",
  });
}

/** Markets with their settled funding. */
export interface SettledMarkets {
  readonly markets: readonly NamedMarket[];
  readonly historyOf: HistoryOf;
  /** Time up to which funding is known, milliseconds since the epoch. */
  readonly now: number;
  /** Worst failure, already reported. */
  readonly failure: Failure | undefined;
}

/** Returns the listed markets of assets, of all without one, with their settled funding. */
export async function settledMarkets(
  context: Context,
  assets: readonly string[],
): Promise<SettledMarkets> {
  const client = await context.client(CONCURRENCY);
  const listed = await listedMarkets(context, client);
  const { markets, failure } = await marketsOfAssets(context, listed, assets);
  const now = client.serviceNow();
  const ids = markets.map(({ id }) => id);
  const request = { client, signal: context.io.signal, untilFailure: true };
  const funding = await recentFundingOf(context, ids, now, request);
  return { markets, historyOf: funding.historyOf, now, failure: funding.failure ?? failure };
}

/** Chooses the markets of assets, or all without one; reports each asset that has none. */
async function marketsOfAssets(
  context: Context,
  markets: readonly NamedMarket[],
  assets: readonly string[],
) {
  if (assets.length === 0) return { markets, failure: undefined };
  const assetOf = (market: NamedMarket) => market.asset?.toLowerCase();
  const listed = new Set(markets.map(assetOf));
  const wanted = new Set(assets.map((name) => name.toLowerCase()));
  const failures: Failure[] = [];
  for (const name of new Set(assets)) {
    if (listed.has(name.toLowerCase())) continue;
    const error = new NotListedError(`the public listing has no market of "${name}"`);
    failures.push(await context.reportFailure(error, { id: name, name }));
  }
  const chosen = markets.filter((market) => wanted.has(assetOf(market) ?? ""));
  return { markets: chosen, failure: gravestOf(failures) };
}
