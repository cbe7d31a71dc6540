import type { ListedMarket } from "../../base/names/listed-market.js";
import { type Field, group, plain } from "../../output/record.js";

/** A market with its id, as the public listing has it. */
type NumberedMarket = ListedMarket & { readonly id: number };

/** Returns what finds listed markets by their ids. */
export function marketFinder(markets: readonly NumberedMarket[] = []) {
  const byId = new Map(markets.map((market) => [market.id, market]));
  return (id: number | undefined) => (id === undefined ? undefined : byId.get(id));
}

/** Returns the field of a listed market. @param headers of the columns of its exchange and its id */
export function marketField<T>(
  name: string,
  help: string,
  headers: readonly [exchange: string, id: string],
  idOf: (it: T) => number | undefined,
  find: ReturnType<typeof marketFinder>,
): Field<T> {
  const [exchange, id] = headers;
  return group(name, help, [
    plain("market_id", "positive", "Market identifier, as listed.", {
      ...{ of: idOf, key: `${name}_id`, header: id, kind: "integer", priority: 1, group: "ids" },
    }),
    plain("exchange", "text|null", "Exchange, as listed; null if the listing names none.", {
      of: (it) => find(idOf(it))?.exchange,
      ...{ key: `${name}_exchange`, header: exchange, priority: 0 },
    }),
    plain("symbol", "text|null", "Symbol, as listed; null if the listing names none.", {
      of: (it) => find(idOf(it))?.symbol,
      ...{ key: `${name}_symbol`, header: "symbol", priority: 9, only: "csv" },
    }),
  ]);
}

/** Returns the keys of the columns of markets in their order. */
export function marketKeys(...names: readonly string[]): string[] {
  return names.flatMap((name) => [`${name}_exchange`, `${name}_id`, `${name}_symbol`]);
}
