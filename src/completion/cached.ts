import { readdirSync } from "node:fs";
import { join } from "node:path";
import { listedMarket } from "../base/names/listed-market.js";
import { newestFirst, readCached, wordOfEntry } from "../storage/cache.js";
import { cacheDirectory } from "../storage/places.js";
import type { KnownMarket, Place } from "./place.js";
import { asRecord, profileValue } from "./profiles.js";

/** Maximum number of cached answers to read, one per set of classes, newest first. */
const MOST_ANSWERS = 4;

/** Returns the assets of the cached listings, whatever their age. */
export function knownAssets(place: Place) {
  const assets = records("assets", place).map((it) => ({
    asset: text(it.asset),
    name: text(it.name),
    assetClass: text(it.asset_class),
  }));
  return unique(assets, ({ asset }) => asset);
}

/** Returns the markets of the cached listing, whose undocumented fields, the id too, may be missing. */
export function knownMarkets(place: Place): KnownMarket[] {
  const markets = records("markets", place)
    .map(listedMarket)
    .map(({ id = "", symbol, asset = "", exchange = "" }) => ({
      id: String(id),
      symbol: symbol ?? asset,
      exchange,
    }));
  return unique(markets, ({ id, exchange }) => id || exchange);
}

/** Returns the records of the answers of a name, of the service in use if that is known. */
function records(name: string, place: Place): Readonly<Record<string, unknown>>[] {
  const directory = cacheDirectory(place.env, place.platform);
  if (directory === undefined) return [];
  const services = servicesInUse(place);
  const found: Readonly<Record<string, unknown>>[][] = [];
  const paths = readdirSync(directory)
    .filter((file) => wordOfEntry(file) === name)
    .map((file) => join(directory, file));
  for (const path of newestFirst(paths)) {
    const { key, records } = readEntry(path);
    if (services.length > 0 && !services.some((it) => key.startsWith(it))) continue;
    found.push(records);
    if (found.length === MOST_ANSWERS) break;
  }
  return found.flat();
}

function readEntry(path: string): { key: string; records: Readonly<Record<string, unknown>>[] } {
  try {
    const { key, body } = asRecord(JSON.parse(readCached(path) ?? ""));
    const answer: unknown = JSON.parse(text(body));
    const data = Array.isArray(answer) ? answer : asRecord(answer).data;
    return { key: text(key), records: Array.isArray(data) ? data.map(asRecord) : [] };
  } catch {
    return { key: "", records: [] };
  }
}

/** Returns the base URLs in effect, as prefixes of the URLs below them. */
function servicesInUse(place: Place): string[] {
  const { profile, baseUrl } = place;
  const publicUrl = profile && profileValue(place, profile, "public-base-url");
  return [baseUrl, publicUrl].flatMap((url) =>
    url && URL.canParse(url) ? [new URL(url).href] : [],
  );
}

function text(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

function unique<T>(items: readonly T[], keyOf: (item: T) => string): T[] {
  const byKey = new Map(items.map((item) => [keyOf(item), item]));
  byKey.delete("");
  return [...byKey.values()];
}
