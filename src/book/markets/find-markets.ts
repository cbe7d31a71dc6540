import { once } from "../../base/functions.js";
import {
  marketHandles,
  marketsCalled,
  marketsNamed,
  type NamedMarket,
} from "../../base/names/market-name.js";
import { UsageError } from "../../base/usage-error.js";
import { firstOf } from "../../output/text/first-of.js";
import type { Context } from "../../run/context.js";
import { NotListedError } from "../../run/errors/report.js";
import { CONCURRENCY, type Fetched, fetchEach } from "../../run/fetch-each.js";
import { visitPositions } from "../positions/every-position.js";
import { cachedMarkets, type Known, knownMarkets, UNNAMED } from "./known-markets.js";
import { listedMarkets } from "./listed.js";

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
  const cached = once(() => cachedMarkets(context));
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
      const listed = await knownMarkets(context);
      return (id) => {
        const market = markets.get(id);
        return market?.exchange === undefined ? listed(id) : market;
      };
    },
  };
}

/** Returns the markets of the public listing, or why it could not be fetched. */
async function listing(context: Context): Promise<Listing> {
  const client = await context.client(CONCURRENCY);
  try {
    return { markets: await listedMarkets(context, client) };
  } catch (error) {
    context.io.signal.throwIfAborted();
    return { markets: [], error };
  }
}

interface Listing {
  readonly markets: readonly NamedMarket[];
  readonly error?: unknown;
}

/** Returns the markets of the legs of the portfolio's positions; none without a portfolio. */
async function heldMarkets(context: Context): Promise<readonly NamedMarket[]> {
  if ((await context.setting("portfolio")) === undefined) return [];
  const markets = new Map<number, NamedMarket>();
  const client = await context.client(CONCURRENCY);
  await visitPositions(context, client, { needsAll: true }, ({ asset, legs }) => {
    for (const { market_id: id, exchange, symbol } of legs) {
      if (id !== null) markets.set(id, { id, asset, exchange, symbol });
    }
  });
  return [...markets.values()];
}

/** Returns the markets of the archive, which may no longer be listed; none without one. */
async function recordedMarkets(context: Context): Promise<readonly NamedMarket[]> {
  const { hasArchive } = await import("../funding/archived-funding.js");
  if (!(await hasArchive(context))) return [];
  const { openArchive } = await import("../../archive/archive.js");
  const { knownMarkets: archivedMarkets, listedIn } = await import(
    "../../archive/sync/sync-markets.js"
  );
  const { originOfService, withStore } = await import("../looks/place.js");
  return withStore(context, async (store) => {
    const rows = await archivedMarkets(await openArchive(store, await originOfService(context)));
    return [...rows].map(([id, row]) => ({ ...listedIn(row), id }));
  });
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
