import { toDecimal } from "../../base/decimal.js";
import { listedMarket, listedPair, marketHandles } from "../../base/names/market-name.js";
import type { Column } from "../../output/table/column.js";

type Row = Readonly<Record<string, unknown>>;
type Look = Partial<Column<Row>>;

/** Fields that are documented elsewhere, or whose unit is in their name, with how a table shows them. */
const KNOWN: readonly (readonly [name: RegExp, look: Look])[] = [
  [/^funding_rate$/, { kind: "rate", header: "rate", signed: true }],
  [/^spread$/, { kind: "rate", signed: true }],
  [/^apr$/, { kind: "percent", header: "APR", signed: true }],
  [/^mark_price$/, { kind: "price" }],
  [/_usd$/, { kind: "usd" }],
  [/(_time|_at)$/, { kind: "time" }],
];

/**
 * Returns how a table shows a field of a public listing; undefined for one that is shown as sent.
 * @param values returns the values of the field, without missing ones
 */
export function knownLook(key: string, values: () => readonly unknown[]): Look | undefined {
  const name = key.slice(key.lastIndexOf(".") + 1);
  const areNumbers = () => values().every((value) => toDecimal(value) !== undefined);
  if (name === "funding_interval_hours" && areNumbers()) return intervalLook(key);
  const look = KNOWN.find(([pattern]) => pattern.test(name))?.[1];
  if (look === undefined || (look.kind !== "time" && !areNumbers())) return undefined;
  const header = key.replace(/_usd$/, " USD").replaceAll("_", " ");
  return { header, ...look };
}

const intervalLook = (key: string): Look => ({
  header: key.replace("funding_interval_hours", "interval"),
  align: "right",
  priority: 1,
  texts: ({ [key]: hours }) => (hours == null ? undefined : [`${hours}h`]),
});

/** Fields whose values a handle contains; a table has them only with `--wide`. */
const IN_HANDLE = /(^|[._])(market_id|marketId|exchange|symbol)$/;

/** Handles of the markets of records, as columns of the fields that are added to their rows. */
export interface HandleColumns {
  readonly columns: readonly Column<Row>[];
  /** Returns the added fields of a record. */
  readonly of: (item: unknown) => Row;
  /** Reports whether a field is in the handles. */
  readonly has: (key: string) => boolean;
}

/** A field by which a market may be named. */
const NAMING = /market_?id|exchange|symbol|(^|\.)id$/i;
const NONE: HandleColumns = { columns: [], of: () => ({}), has: () => false };

/**
 * Returns the handles of listed markets, or of the two markets of listed pairs; none if none is named.
 * @param keys of the fields of the records
 */
export function handleColumns(items: readonly unknown[], keys: readonly string[]): HandleColumns {
  if (!keys.some((key) => NAMING.test(key))) return NONE;
  const pairs = items.flatMap((item) => listedPair(item) ?? []);
  const markets = items.map(listedMarket);
  const handleOf = marketHandles([
    ...markets,
    ...pairs.flatMap(({ long, short }) => [long, short]),
  ]);
  const named = pairs.length > 0 ? ["long", "short"] : markets.some(isNamed) ? ["market"] : [];
  return {
    columns: named.map((header) => ({
      key: `${header}.handle`,
      header,
      kind: "text",
      isWhole: true,
      priority: 0,
      value: (row) => row[`${header}.handle`],
    })),
    of(item) {
      const pair = listedPair(item);
      if (pair === undefined) {
        const market = listedMarket(item);
        return market.id === undefined ? {} : { "market.handle": handleOf(market) };
      }
      return { "long.handle": handleOf(pair.long), "short.handle": handleOf(pair.short) };
    },
    has: (key) => named.length > 0 && IN_HANDLE.test(key),
  };
}

function isNamed({ id, exchange, symbol }: ReturnType<typeof listedMarket>): boolean {
  return id !== undefined && exchange !== undefined && symbol !== undefined;
}
