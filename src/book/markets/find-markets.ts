import { once } from "../../base/functions.js";
import {
  listedMarket,
  marketHandles,
  marketsCalled,
  marketsNamed,
  type NamedMarket,
  onceEach,
} from "../../base/names/market-name.js";
import { UsageError } from "../../base/usage-error.js";
import { listingUrls, parseBaseUrl } from "../../client/base-url.js";
import { readPayload } from "../../client/listing/public-listing.js";
import { parseJson } from "../../client/validate/json-source.js";
import { firstOf } from "../../output/text/words.js";
import { cacheOf } from "../../run/connect.js";
import type { Context } from "../../run/context.js";
import { NotListedError } from "../../run/errors/report.js";
import { CONCURRENCY, type Fetched, fetchEach } from "../../run/fetch-each.js";
import { ifArchive, ifReadable } from "../archive.js";
import { allPositions } from "../positions/listing.js";
import { listedMarkets } from "./listed.js";

/** Returns what is known of a market, which may be its id alone. */
export type Known = (marketId: number) => NamedMarket;

/** A market of which nothing is known. */
export const UNNAMED = { asset: undefined, exchange: undefined, symbol: undefined } as const;

/** Markets that were named on the command line. */
export interface FoundMarkets extends Pick<Fetched<number>, "failure"> {
  readonly ids: readonly number[];
  /** Reads what is known of markets, from the listing or from positions. */
  readonly known: () => Promise<Known>;
}

/**
 * Finds markets named by id, `exchange:symbol`, `ASSET/exchange` or the asset of a single one; reports each
 * name that does not have exactly one market. An `exchange:symbol` of the cached listing needs no request,
 * whatever the age of the cache, since it always names the same market. Other names may be shared by a new
 * market: they are looked up in the public listing, then, if it does not have exactly one such market, among
 * the held legs, and if neither has one in the archive.
 */
export async function findMarkets(
  context: Context,
  texts: readonly string[],
): Promise<FoundMarkets> {
  const cached = once(() => cachedMarkets(context).catch(() => []));
  const listed = once(() => listing(context));
  const held = once(() => heldMarkets(context));
  const recorded = once(() => recordedMarkets(context));
  const find = async (text: string): Promise<NamedMarket> => {
    if (/^\d+$/.test(text)) return { ...UNNAMED, id: Number(text) };
    const [exact, another] = text.includes(":") ? marketsCalled(text, await cached()) : [];
    if (exact !== undefined && another === undefined) return exact;
    const { markets, error } = await listed();
    const named = marketsNamed(text, markets);
    if (named.length === 1 && named[0] !== undefined) return named[0];
    const own = marketsNamed(text, await held());
    if (own.length === 1 && own[0] !== undefined) return own[0];
    const known = named.length > 0 ? named : own;
    if (known.length > 0) throw notOne(text, known);
    const old = marketsNamed(text, await recorded());
    if (old.length === 1 && old[0] !== undefined) return old[0];
    if (old.length === 0 && error !== undefined) throw error; // perhaps it exists
    throw notOne(text, old);
  };
  const names = [...new Set(texts)];
  const { found, failure } = await fetchEach(context, names, (text) => `market ${text}`, find);
  const markets = new Map(found.map((market) => [market.id, market]));
  return {
    ids: [...markets.keys()],
    failure,
    async known() {
      const byId = new Map((await cached()).map((market) => [market.id, market]));
      return (id) => {
        const market = markets.get(id);
        return market?.exchange === undefined ? { ...UNNAMED, ...byId.get(id), id } : market;
      };
    },
  };
}

/** Returns the markets of the public listing, or why it could not be fetched. */
async function listing(context: Context) {
  const client = await context.client(CONCURRENCY);
  try {
    return { markets: await listedMarkets(context, client), error: undefined };
  } catch (error) {
    context.io.signal.throwIfAborted();
    return { markets: [], error };
  }
}

/** Returns the markets of the newest cached listing, of any age, since names rarely change; sends no request. */
async function cachedMarkets(context: Context): Promise<NamedMarket[]> {
  const directory = cacheOf({ io: context.io, sources: await context.sources() });
  const baseText = await context.setting("base-url");
  const publicText = (await context.setting("public-base-url")) ?? baseText;
  if (directory === undefined || publicText === undefined) return [];
  const { createAnswerCache } = await import("../../base/storage/cache.js");
  const cache = createAnswerCache(directory);
  const bases = {
    baseUrl: parseBaseUrl(baseText ?? publicText),
    publicBaseUrl: parseBaseUrl(publicText),
    publicPaths: await context.setting("public-paths"),
  };
  const [newest] = listingUrls(bases, "/api/v1/public/funding/markets")
    .map((url) => ({ url, answer: cache.read(url) }))
    .sort((a, b) => (b.answer?.storedAt ?? 0) - (a.answer?.storedAt ?? 0));
  if (newest?.answer === undefined) return [];
  const payload = readPayload(parseJson(Buffer.from(newest.answer.body), newest.url.href));
  const items = payload.kind === "list" ? payload.items : [];
  return onceEach(items.map(({ value }) => listedMarket(value)));
}

/** Returns the markets of the legs of the portfolio's positions; none without a portfolio. */
async function heldMarkets(context: Context): Promise<readonly NamedMarket[]> {
  if ((await context.setting("portfolio")) === undefined) return [];
  const client = await context.client(CONCURRENCY);
  const { positions } = await allPositions(context, client, { needsAll: true });
  const held = positions.flatMap(({ asset, legs }) =>
    legs.map(({ market_id: id, exchange, symbol }) => {
      return { id: id ?? undefined, asset, exchange, symbol };
    }),
  );
  return onceEach(held);
}

/** Returns the markets of the archive, which may no longer be listed; none without one. */
async function recordedMarkets(context: Context): Promise<readonly NamedMarket[]> {
  const find = () =>
    ifArchive(context, async (archive) => {
      const { knownMarkets, listedIn } = await import("../../archive/sync/sync-markets.js");
      const rows = await knownMarkets(archive);
      return [...rows].map(([id, row]) => ({ ...listedIn(row), id }));
    });
  return (await ifReadable(context, "no archive was read", find)) ?? [];
}

function notOne(text: string, named: readonly NamedMarket[]): Error {
  if (named.length === 0) {
    return new NotListedError(
      `no market is named "${text}"`,
      "a market is named by its id, binance:BTCUSDT, BTC/binance or BTC; `carry funding markets` lists them",
    );
  }
  const names = named.map(marketHandles(named));
  return new UsageError(`"${text}" names ${named.length} markets`, `use one of ${firstOf(names)}`);
}
