import { BOTH_SIDES, type Side } from "../../analytics/market/by-side.js";
import type { ListedMarket } from "../../base/names/listed-market.js";
import { type Field, group, plain, within } from "../../output/record.js";

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

/** Returns a field for each side of a hedge: its market, without columns, and what else is of it. */
function sideFields<T>(
  of: (it: T, side: Side) => Market,
  more: (side: Side) => readonly Field<T>[],
): Field<T>[] {
  return BOTH_SIDES.map((side) => {
    const market = within(
      (it: T) => of(it, side),
      marketFields((it: Market) => it),
    );
    return group(side, `The ${side} market.`, [...market, ...more(side)]);
  });
}
