import type { ListedMarket } from "./listed-market.js";

/** A market with an id, and what is known of its names. */
export type NamedMarket = ListedMarket & { readonly id: number };

/** Returns the name of a market, `binance:BTCUSDT`; undefined if exchange or symbol is unknown. */
export function marketName({
  exchange,
  symbol,
}: Pick<ListedMarket, "exchange" | "symbol">): string | undefined {
  return exchange === undefined || symbol === undefined ? undefined : `${exchange}:${symbol}`;
}

/** A name that a shell and `carry` read as one word. */
const TYPED = /^[^\s\-\p{C}][^\s\p{C}]*$/u;

/**
 * Returns what names a market on screens and is accepted wherever a market is: `binance:BTCUSDT`, or its
 * id if that name is unknown, cannot be typed, or is of several markets.
 * @param all markets that may have the same name
 */
export function marketHandles(all: readonly ListedMarket[] = []) {
  const ids = new Map<string, ListedMarket["id"]>();
  const shared = new Set<string>();
  for (const market of all) {
    const name = marketName(market)?.toLowerCase();
    if (name === undefined) continue;
    if (ids.has(name) && ids.get(name) !== market.id) shared.add(name);
    ids.set(name, market.id);
  }
  return (market: Omit<ListedMarket, "asset">): string => {
    const name = marketName(market);
    const isOne = name !== undefined && TYPED.test(name) && !shared.has(name.toLowerCase());
    return isOne ? name : String(market.id);
  };
}

/** Returns the same of a market by itself. */
export const marketHandle = marketHandles();

/**
 * Returns the markets that a text names, in any case of letters: `exchange:symbol` split at the first
 * colon, `ASSET/exchange` split at the last slash, else all markets of an asset.
 */
export function marketsNamed(text: string, all: readonly NamedMarket[]): NamedMarket[] {
  const typed = text.toLowerCase();
  const slash = typed.lastIndexOf("/");
  const is = (name: string | undefined, wanted: string) => name?.toLowerCase() === wanted;
  if (typed.includes(":")) return all.filter((it) => is(marketName(it), typed));
  if (slash < 0) return all.filter(({ asset }) => is(asset, typed));
  const [asset, exchange] = [typed.slice(0, slash), typed.slice(slash + 1)];
  return all.filter((it) => is(it.asset, asset) && is(it.exchange, exchange));
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
