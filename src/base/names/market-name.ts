import type { ListedMarket } from "./listed-market.js";

/** A market with an id, and what is known of its names. */
export type NamedMarket = ListedMarket & { readonly id: number };

/** Returns the name of a market, `binance:BTCUSDT`; undefined if exchange or symbol is unknown. */
export function marketName({ exchange, symbol }: Omit<ListedMarket, "id">): string | undefined {
  return exchange === undefined || symbol === undefined ? undefined : `${exchange}:${symbol}`;
}

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
