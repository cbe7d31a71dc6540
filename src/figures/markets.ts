import { listedMarket } from "../base/names/listed-market.js";
import type { NamedMarket } from "../base/names/market-name.js";

/** Reads records of the market listing, each market once; what has no id is left out. */
export function namedMarkets(records: readonly unknown[]): NamedMarket[] {
  const byId = new Map<number, NamedMarket>();
  for (const market of records.map(listedMarket)) {
    const { id } = market;
    if (id !== undefined && !byId.has(id)) byId.set(id, { ...market, id });
  }
  return [...byId.values()];
}
