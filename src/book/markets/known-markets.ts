import { listedMarket, type NamedMarket, onceEach } from "../../base/names/market-name.js";
import { listingUrls, parseBaseUrl } from "../../client/base-url.js";
import { readPayload } from "../../client/listing/public-listing.js";
import { parseJson } from "../../client/validate/json-source.js";
import { cacheOf } from "../../run/connect.js";
import type { Context } from "../../run/context.js";

/** Returns what is known of a market, which may be its id alone. */
export type Known = (marketId: number) => NamedMarket;

/** A market of which nothing is known. */
export const UNNAMED = { asset: undefined, exchange: undefined, symbol: undefined } as const;

/** Returns the markets of the cached listing, of any age, since names rarely change; sends no request. */
export async function cachedMarkets(context: Context): Promise<NamedMarket[]> {
  const listing = await cachedListing(context).catch(() => undefined);
  return onceEach(listing?.records.map(listedMarket) ?? []);
}

/** Looks up markets in the cached listing. */
export async function knownMarkets(context: Context): Promise<Known> {
  const markets = new Map((await cachedMarkets(context)).map((market) => [market.id, market]));
  return (id) => ({ ...UNNAMED, ...markets.get(id), id });
}

/** The public market listing as it is cached. */
export interface CachedListing {
  readonly records: readonly unknown[];
  /** Time of its arrival by the local clock, milliseconds since the epoch. */
  readonly storedAt: number;
}

/** Returns the newest cached listing, whatever its age; undefined without one. Sends no request. */
async function cachedListing(context: Context): Promise<CachedListing | undefined> {
  const directory = cacheOf({ io: context.io, sources: await context.sources() });
  const baseText = await context.setting("base-url");
  const publicText = (await context.setting("public-base-url")) ?? baseText;
  if (directory === undefined || publicText === undefined) return undefined;
  const { createAnswerCache } = await import("../../base/storage/cache.js");
  const bases = {
    baseUrl: parseBaseUrl(baseText ?? publicText),
    publicBaseUrl: parseBaseUrl(publicText),
    publicPaths: await context.setting("public-paths"),
  };
  const cache = createAnswerCache(directory);
  const [newest] = listingUrls(bases, "/api/v1/public/funding/markets")
    .flatMap((url) => {
      const cached = cache.read(url);
      return cached === undefined ? [] : [{ url, ...cached }];
    })
    .sort((a, b) => b.storedAt - a.storedAt);
  if (newest === undefined) return undefined;
  const { url, storedAt, body } = newest;
  const payload = readPayload(parseJson(Buffer.from(body), url.href));
  const records = payload.kind === "list" ? payload.items.map(({ value }) => value) : [];
  return { records, storedAt };
}
