import { readdirSync } from "node:fs";
import { join } from "node:path";
import { BOUNDS } from "../../base/bounds.js";
import { asRecord } from "../../base/collections.js";
import { listedMarket } from "../../base/names/market-name.js";
import { newestFirst, readCached, wordOfEntry } from "../../base/storage/cache.js";
import { cacheDirectory, configDirectory } from "../../base/storage/places.js";
import { notByOthers, readText } from "../../base/storage/read-file.js";
import type { Computer, KnownMarket, Place, Word } from "../../run/completion-model.js";
import { SANDBOX_PROFILE } from "../../run/settings/profile-name.js";
import { SANDBOX_PORTFOLIOS } from "../../sandbox/scenarios.js";

/** Returns the names of the profiles, with the one in use marked. */
export function profileNames(place: Computer): Word[] {
  const { current, profiles } = readProfiles(place);
  const stored = Object.keys(profiles)
    .filter((name) => name !== SANDBOX_PROFILE)
    .map((name) => ({ value: name, description: name === current ? "in use" : "profile" }));
  return [...stored, { value: SANDBOX_PROFILE, description: "built in, needs no service" }];
}

/** Returns the profile of a line without `--profile`. */
export function profileInUse(place: Computer): string | undefined {
  return place.env.CARRY_PROFILE || readProfiles(place).current;
}

/** Returns a value of a profile, if it is a string. */
export function profileValue(place: Computer, profile: string, key: string): string | undefined {
  const value = asRecord(asRecord(readProfiles(place).profiles)[profile])[key];
  return typeof value === "string" ? value : undefined;
}

/** Returns the portfolios that a profile names: their ids by name. */
export function portfoliosOf(place: Computer, profile: string): ReadonlyMap<string, string> {
  if (profile === SANDBOX_PROFILE) {
    const count = Number(place.env.CARRY_SANDBOX_PORTFOLIOS) || 1;
    return new Map(SANDBOX_PORTFOLIOS.slice(0, count).map(({ name, id }) => [name, id]));
  }
  const own = Object.entries(asRecord(asRecord(readProfiles(place).profiles)[profile]));
  const named = own.flatMap(([key, id]) =>
    key.startsWith(PORTFOLIOS) && typeof id === "string"
      ? [[key.slice(PORTFOLIOS.length), id] as const]
      : [],
  );
  return new Map(named);
}

const PORTFOLIOS = "portfolios.";

/** Reads the configuration file without schema and conf, which are too slow for a TAB press. */
function readProfiles({ env, platform }: Computer) {
  try {
    const path = join(configDirectory(env, platform) ?? "", "config.json");
    const { current, profiles } = asRecord(
      JSON.parse(readText(path, BOUNDS.file.configuration, notByOthers) ?? ""),
    );
    return {
      current: typeof current === "string" ? current : undefined,
      profiles: asRecord(profiles),
    };
  } catch {
    return { current: undefined, profiles: {} };
  }
}

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
