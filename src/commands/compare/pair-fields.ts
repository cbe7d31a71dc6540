import { type FoundMarket, marketHandle } from "../../base/names/market-name.js";
import { SIDES } from "../../client/resources/terms.js";
import type { BySide, Side } from "../../figures/engine/position/legs.js";
import { type Field, type Fields, group, plain, shown } from "../../output/record.js";

/** Returns the name of a market, `binance:BTCUSDT`. */
function handleOf({ handle, id, asset, exchange, symbol }: FoundMarket): string {
  return handle ?? marketHandle({ id, asset, exchange, symbol });
}

/**
 * Returns the fields of a listed market; a table has its handle, and its id with `--wide`.
 * @param headers of these two columns
 */
function marketFields<T>(
  of: (it: T) => FoundMarket,
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

/** Returns an object of fields for each side of a pair. */
export function bothSides<T>(fields: (side: Side) => Fields<T>): Field<T>[] {
  return SIDES.map((side) => group(side, `The ${side} side.`, fields(side)));
}

/** Two requested markets, and the requested time. */
interface AskedPair {
  readonly markets: BySide<FoundMarket>;
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
