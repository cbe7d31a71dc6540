import type { ListedMarket } from "../../base/names/listed-market.js";
import { type Field, plain } from "../../output/record.js";

/** A market of which an id is known, and perhaps what the public listing says of it. */
type Market = Partial<ListedMarket>;

/** Returns what finds listed markets by their ids. */
export function marketFinder(markets: readonly ListedMarket[] = []) {
  const byId = new Map(markets.map((market) => [market.id, market]));
  return (id: number | undefined): Market => byId.get(id) ?? { id };
}

/** Returns the fields of a listed market. @param headers of the columns of its exchange and its id */
export function marketFields<T>(
  of: (it: T) => Market,
  [exchange, id]: readonly [exchange: string, id: string] = ["exchange", "market"],
): Field<T>[] {
  return [
    plain("exchange", "text|null", "Exchange, as listed; null if the listing names none.", {
      ...{ of: (it) => of(it).exchange, header: exchange, priority: 0 },
    }),
    plain("market_id", "positive", "Market identifier, as listed.", {
      of: (it) => of(it).id,
      ...{ header: id, kind: "integer", priority: 1, group: "ids" },
    }),
    plain("symbol", "text|null", "Symbol, as listed; null if the listing names none.", (it) => {
      return of(it).symbol;
    }),
  ];
}
