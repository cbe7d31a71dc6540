import { parseBaseUrl, resolvePath } from "../../client/base-url.js";
import { readPayload } from "../../client/listing/payload.js";
import { parseJson } from "../../client/validate/answer.js";
import type { Context } from "../../command/context.js";
import { cacheDirectory } from "../../storage/places.js";
import { idOf } from "./market-id.js";

/** What the public listing says of a market, as far as it does: its payload is not documented. */
export interface KnownMarket {
  /** Exchange and symbol; empty when it tells neither. */
  readonly name: string;
  readonly asset: string | undefined;
}

/**
 * Finds a market in the cached listing, whatever its age, since names hardly change. Nothing is
 * fetched for it, and a cache that is not there or damaged knows no market.
 */
export async function knownMarkets(
  context: Context,
): Promise<(marketId: number) => KnownMarket | undefined> {
  const records = await cachedListing(context).catch(() => []);
  return (marketId) => {
    const record = records.find((it) => idOf(it) === String(marketId));
    if (record === undefined) return undefined;
    const { exchange, symbol, asset } = record as Readonly<Record<string, unknown>>;
    const told = [exchange, symbol].filter((it) => typeof it === "string" && it !== "");
    return { name: told.join(" "), asset: typeof asset === "string" ? asset : undefined };
  };
}

async function cachedListing(context: Context): Promise<readonly unknown[]> {
  const directory = cacheDirectory(context.io.env, process.platform);
  const base = (await context.setting("public-base-url")) ?? (await context.setting("base-url"));
  if (directory === undefined || base === undefined) return [];
  const { createFileCache } = await import("../../storage/file-cache.js");
  const url = resolvePath(parseBaseUrl(base), "/api/v1/public/funding/markets");
  const cached = createFileCache(directory).read(url);
  if (cached === undefined) return [];
  const payload = readPayload(parseJson(Buffer.from(cached.body), url.href));
  return payload.kind === "list" ? payload.items.map(({ value }) => value) : [];
}
