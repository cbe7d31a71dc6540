import { parseBaseUrl, resolvePath } from "../../client/base-url.js";
import { readPayload } from "../../client/listing/payload.js";
import { parseJson } from "../../client/validate/answer.js";
import type { Context } from "../../command/context.js";
import { cacheDirectory } from "../../storage/places.js";
import { idOf } from "./market-id.js";

/** Names of a market in the public listing, whose payload is not documented. */
export interface KnownMarket {
  /** Exchange and symbol; empty if it has neither. */
  readonly name: string;
  readonly asset: string | undefined;
}

/**
 * Looks up markets in the cached listing, whatever its age, since names rarely change. Sends no
 * request; without a valid cache no market is known.
 */
export async function knownMarkets(
  context: Context,
): Promise<(marketId: number) => KnownMarket | undefined> {
  const { records } = (await cachedListing(context).catch(() => undefined)) ?? { records: [] };
  return (marketId) => {
    const record = records.find((it) => idOf(it) === String(marketId));
    if (record === undefined) return undefined;
    const { exchange, symbol, asset } = record as Readonly<Record<string, unknown>>;
    const names = [exchange, symbol].filter((it) => typeof it === "string" && it !== "");
    return { name: names.join(" "), asset: typeof asset === "string" ? asset : undefined };
  };
}

/** The public market listing as it is cached. */
export interface CachedListing {
  readonly records: readonly unknown[];
  /** Time of its arrival by the local clock, milliseconds since the epoch. */
  readonly storedAt: number;
}

/** Returns the cached listing, whatever its age; undefined without one. Sends no request. */
export async function cachedListing(context: Context): Promise<CachedListing | undefined> {
  const directory = cacheDirectory(context.io.env, process.platform);
  const base = (await context.setting("public-base-url")) ?? (await context.setting("base-url"));
  if (directory === undefined || base === undefined) return undefined;
  const { createFileCache } = await import("../../storage/file-cache.js");
  const url = resolvePath(parseBaseUrl(base), "/api/v1/public/funding/markets");
  const cached = createFileCache(directory).read(url);
  if (cached === undefined) return undefined;
  const { storedAt, body } = cached;
  const payload = readPayload(parseJson(Buffer.from(body), url.href));
  const records = payload.kind === "list" ? payload.items.map(({ value }) => value) : [];
  return { records, storedAt };
}
