import type { BySide, Side } from "../../analytics/market/by-side.js";
import { groupBy } from "../../base/group-by.js";
import type { ListedMarket } from "../../base/names/listed-market.js";
import { marketHandle, marketHandles } from "../../base/names/market-name.js";
import { type Field, type Fields, plain, shown } from "../../output/record.js";
import { bothSides } from "../row-fields.js";

/** A market with an id, and what the public listing has of it, if anything. */
interface Market extends Partial<ListedMarket> {
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
    markets.map((it): readonly [number | undefined, Market] => {
      const isOneOfSeveral = (alike.get(placeOf(it))?.length ?? 0) > 1;
      return [it.id, { ...it, handle: handleOf(it), isOneOfSeveral }];
    }),
  );
  return (id: number | undefined): Market => byId.get(id) ?? { id };
}

/** Returns the name of a market, `binance:BTCUSDT`. */
function handleOf({ handle, id, asset, exchange, symbol }: Market): string {
  return handle ?? marketHandle({ id, asset, exchange, symbol });
}

/**
 * Returns the fields of a listed market; a table has its handle, and its id with `--wide`.
 * @param headers of these two columns
 */
function marketFields<T>(
  of: (it: T) => Market,
  [handle, id]: readonly [handle: string, id: string] = ["market", "id"],
): Field<T>[] {
  return [
    shown({
      ...{ key: "handle", header: handle, kind: "text", isWhole: true, priority: 0 },
      value: (it) => handleOf(of(it)),
    }),
    plain("exchange", "text|null", "Exchange, as listed; null if the listing names none.", (it) => {
      return of(it).exchange;
    }),
    plain("market_id", "positive", "Market identifier, as listed.", {
      ...{ of: (it) => of(it).id, header: id, kind: "integer", isWide: true },
    }),
    plain("symbol", "text|null", "Symbol, as listed; null if the listing names none.", (it) => {
      return of(it).symbol;
    }),
  ];
}

/** Two requested markets, and the requested time. */
interface AskedPair {
  readonly markets: BySide<Market>;
  /** Milliseconds since the epoch. */
  readonly range: { readonly start: number; readonly end: number };
  readonly isArchived: boolean;
}

/** Returns the fields of two markets and of the range. @param more further fields of a side */
export function pairFields<T extends { readonly pair: AskedPair }>(
  more: (side: Side) => Fields<T> = () => [],
): Field<T>[] {
  return [
    ...bothSides<T>((side) => [...marketFields<T>((it) => it.pair.markets[side]), ...more(side)]),
    plain("start", "time", "Start of the range (ISO 8601).", ({ pair }) => pair.range.start),
    plain("end", "time", "End of the range (ISO 8601).", ({ pair }) => pair.range.end),
    plain("archive", "flag", "Whether the archive was read.", ({ pair }) => pair.isArchived),
  ];
}
