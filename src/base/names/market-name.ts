import { groupBy } from "../collections.js";

/**
 * A market as a public listing names it. Payloads of these listings are not documented, so a field
 * that is not found under a known spelling is undefined, and every use says that it is as listed.
 */
export interface ListedMarket {
  /** A whole number of 1 or more. */
  readonly id: number | undefined;
  readonly asset: string | undefined;
  readonly exchange: string | undefined;
  readonly symbol: string | undefined;
}

type Fields = Readonly<Record<string, unknown>>;

/** Spellings of the fields, the first that a record has counts. */
const IDS = ["market_id", "marketId", "id"] as const;
const SPELLINGS = {
  asset: ["base_asset", "baseAsset", "asset"],
  exchange: ["exchange"],
  symbol: ["symbol"],
} as const;

/** Reads a record of the market listing. */
export function listedMarket(record: unknown): ListedMarket {
  const fields = fieldsOf(record);
  return {
    id: idIn(firstOf(fields, IDS)),
    asset: textIn(fields, SPELLINGS.asset),
    exchange: textIn(fields, SPELLINGS.exchange),
    symbol: textIn(fields, SPELLINGS.symbol),
  };
}

/**
 * Reads a record of the arbitrage listing: nested `long` and `short`, or `long_market_id` and
 * `short_market_id`. Undefined if it does not name both markets by id.
 */
export function listedPair(record: unknown) {
  const fields = fieldsOf(record);
  const long = sideOf(fields, "long");
  if (long === undefined) return undefined;
  const short = sideOf(fields, "short");
  return short && { long, short };
}

/** Returns a side of a pair; undefined without an id. */
function sideOf(fields: Fields, side: "long" | "short"): ListedMarket | undefined {
  const own = listedMarket(fields[side]);
  const flat = (names: readonly string[]) => names.flatMap((name) => prefixed(side, name));
  const id = own.id ?? idIn(firstOf(fields, SIDE_IDS[side]));
  if (id === undefined) return undefined;
  return {
    id,
    asset: own.asset ?? textIn(fields, SPELLINGS.asset),
    exchange: own.exchange ?? textIn(fields, flat(SPELLINGS.exchange)),
    symbol: own.symbol ?? textIn(fields, flat(SPELLINGS.symbol)),
  };
}

/** Spellings of the ids of a pair's markets where they are not nested. */
const SIDE_IDS = {
  long: ["long_market_id", "longMarketId"],
  short: ["short_market_id", "shortMarketId"],
} as const;

/** Returns `long_market_id` and `longMarketId`. */
function prefixed(side: string, name: string): string[] {
  return [`${side}_${name}`, `${side}${name.slice(0, 1).toUpperCase()}${name.slice(1)}`];
}

function fieldsOf(record: unknown): Fields {
  return typeof record === "object" && record !== null ? (record as Fields) : {};
}

function firstOf(fields: Fields, names: readonly string[]): unknown {
  const name = names.find((it) => Object.hasOwn(fields, it));
  return name === undefined ? undefined : fields[name];
}

function idIn(value: unknown): number | undefined {
  const isId = typeof value === "number" || (typeof value === "string" && /^\d+$/.test(value));
  const id = isId ? Number(value) : 0;
  return Number.isSafeInteger(id) && id > 0 ? id : undefined;
}

function textIn(fields: Fields, names: readonly string[]): string | undefined {
  const texts = names
    .map((name) => firstOf(fields, [name]))
    .filter((it): it is string => typeof it === "string" && it !== "");
  return texts[0];
}

/** A market with an id, and what is known of its names. */
export type NamedMarket = ListedMarket & { readonly id: number };

/** Returns the name of a market, `binance:BTCUSDT`; undefined if exchange or symbol is unknown. */
function marketName({ exchange, symbol }: Partial<ListedMarket>): string | undefined {
  return exchange === undefined || symbol === undefined ? undefined : `${exchange}:${symbol}`;
}

/** A name that a shell and `carry` read as one word. */
const TYPED = /^[^\s\-\p{C}][^\s\p{C}]*$/u;

/**
 * Returns a function that names a market as screens show and commands accept it: `binance:BTCUSDT`,
 * without a symbol `BTC/binance`, or its id if these are unknown, cannot be typed, or are of several markets.
 * @param all markets that may have the same name
 */
export function marketHandles(all: readonly ListedMarket[] = []) {
  const owners = new Map<string, Set<ListedMarket["id"]>>();
  for (const market of all) {
    for (const name of namesOf(market)) {
      const key = name.toLowerCase();
      owners.set(key, (owners.get(key) ?? new Set()).add(market.id));
    }
  }
  return (market: ListedMarket): string => {
    const [exact, byAsset] = namesOf(market);
    const owned = (name: string) => owners.get(name.toLowerCase())?.size;
    if (exact !== "" && (owned(exact) ?? 1) < 2) return exact;
    return byAsset !== "" && owned(byAsset) === 1 ? byAsset : String(market.id);
  };
}

/** Returns the names that a market may have; empty ones that are unknown or cannot be typed. */
function namesOf({ asset, exchange, symbol }: ListedMarket): [exact: string, byAsset: string] {
  const exact = marketName({ exchange, symbol }) ?? "";
  const byAsset = asset === undefined || exchange === undefined ? "" : `${asset}/${exchange}`;
  const isTyped = (name: string) => TYPED.test(name);
  return [isTyped(exact) ? exact : "", isTyped(byAsset) ? byAsset : ""];
}

/** Returns the same for a market by itself: never `BTC/binance`, which others may have. */
export const marketHandle = marketHandles();

/** Returns the same for a sentence or a label: `market 1` where only the id is known. */
export function marketLabel(market: ListedMarket): string {
  const handle = marketHandle(market);
  return handle === String(market.id) ? `market ${handle}` : handle;
}

const is = (name: string | undefined, typed: string) => name?.toLowerCase() === typed.toLowerCase();

/** Returns the markets with the name `exchange:symbol`, in any case of letters. */
export function marketsCalled(text: string, all: readonly NamedMarket[]): NamedMarket[] {
  return all.filter((it) => is(marketName(it), text));
}

/**
 * Returns the markets that a text names, in any case of letters: `exchange:symbol`, else `ASSET/exchange`
 * split at the last slash, else all markets of an asset. Symbols and assets may have colons and slashes.
 */
export function marketsNamed(text: string, all: readonly NamedMarket[]): NamedMarket[] {
  const called = marketsCalled(text, all);
  if (called.length > 0) return called;
  const slash = text.lastIndexOf("/");
  const [asset, exchange] = [text.slice(0, slash), text.slice(slash + 1)];
  const found = all.filter((it) => is(it.asset, asset) && is(it.exchange, exchange));
  return slash >= 0 && found.length > 0 ? found : all.filter((it) => is(it.asset, text));
}

/** Returns listed markets, each once; one without an id is left out. */
export function onceEach(markets: readonly ListedMarket[]): NamedMarket[] {
  const byId = new Map<number, NamedMarket>();
  for (const market of markets) {
    const { id } = market;
    if (id !== undefined && !byId.has(id)) byId.set(id, { ...market, id });
  }
  return [...byId.values()];
}

/** A market with an id, and what the public listing has of it, if anything. */
export interface FoundMarket extends Partial<ListedMarket> {
  /** Name, unique among the listed markets. */
  readonly handle?: string;
  /** Whether its exchange lists several markets of its asset. */
  readonly isOneOfSeveral?: boolean;
}

/** Returns a function that finds listed markets by their ids. */
export function marketFinder(markets: readonly ListedMarket[] = []) {
  const handleOf = marketHandles(markets);
  const placeOf = ({ exchange, asset }: ListedMarket) => `${exchange} ${asset}`;
  const alike = groupBy(markets, placeOf);
  const byId = new Map(
    markets.map((it): readonly [number | undefined, FoundMarket] => {
      const isOneOfSeveral = (alike.get(placeOf(it))?.length ?? 0) > 1;
      return [it.id, { ...it, handle: handleOf(it), isOneOfSeveral }];
    }),
  );
  return (id: number | undefined): FoundMarket => byId.get(id) ?? { id };
}
