import type { BySide, Side } from "../../analytics/market/by-side.js";
import type { ListedMarket } from "../../base/names/listed-market.js";
import { type Field, type Fields, plain } from "../../output/record.js";
import { bothSides } from "../row-fields.js";

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

/** Two markets that were asked for, and which time. */
interface AskedPair {
  readonly markets: BySide<Market>;
  /** Milliseconds since the epoch. */
  readonly range: { readonly start: number; readonly end: number };
  readonly isArchived: boolean;
  readonly asOf: number | undefined;
}

/** Returns the fields of two markets, and of what else is of a side. */
export function pairFields<T extends { readonly pair: AskedPair }>(
  more: (side: Side) => Fields<T> = () => [],
): Field<T>[] {
  return [
    ...bothSides<T>((side) => [...marketFields<T>((it) => it.pair.markets[side]), ...more(side)]),
    plain("start", "time", "Start of the range (ISO 8601).", ({ pair }) => pair.range.start),
    plain("end", "time", "End of the range (ISO 8601).", ({ pair }) => pair.range.end),
    plain("archive", "flag", "Whether the archive was read.", ({ pair }) => pair.isArchived),
    plain("as_of", "time|null", "Time of --as-of (ISO 8601).", ({ pair }) => pair.asOf),
  ];
}
