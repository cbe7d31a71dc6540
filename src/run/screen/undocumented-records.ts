import { isRecord } from "../../base/collections.js";
import { Digits } from "../../base/json-text.js";
import { listedMarket, listedPair, marketHandles } from "../../base/names/market-name.js";
import type { Column, View } from "../../output/table/column.js";
import { pairsSection } from "../../output/table/page.js";

type Row = Readonly<Record<string, unknown>>;

/** How a table shows fields whose meaning is known, by the last part of their path, the most telling first. */
const KNOWN: ReadonlyMap<string, Partial<Column<Row>>> = new Map<string, Partial<Column<Row>>>([
  ["spread", { kind: "rate", signed: true }],
  ["funding_rate", { kind: "rate", header: "rate", signed: true }],
  ["apr", { kind: "percent", header: "APR", signed: true }],
  ["asset", {}],
  ["mark_price", { kind: "price", header: "mark price" }],
  ["open_interest_usd", { kind: "usd", header: "open interest USD" }],
  ["volume_24h_usd", { kind: "usd", header: "volume 24h USD" }],
  ["funding_time", { kind: "time", header: "funding time" }],
  ["next_funding_time", { kind: "time", header: "next funding time" }],
  ["computed_at", { kind: "time", header: "computed at" }],
]);

/** Fields that a handle says already; a table has them beside it only with `--wide`. */
const IN_HANDLE: ReadonlySet<string> = new Set(["market_id", "exchange", "symbol"]);

/** A view of records whose fields are not documented. */
export interface UndocumentedView extends View<unknown, Row> {
  /** Number of fields without a column, beyond the maximum. */
  readonly leftOut: number;
}

/** Maximum number of columns, and of cells: records that map names to values may have any number of fields. */
const MOST_COLUMNS = 500;
const MOST_CELLS = 1_000_000;

/**
 * Returns a view of records whose fields are not documented: the handles of their markets, which are never
 * dropped, then a column for each field of any record in the order of first appearance, nested ones by dotted
 * path.
 */
export function undocumentedView(items: readonly unknown[], empty: string): UndocumentedView {
  const keys = new Set(items.flatMap((item) => Object.keys(flatten(item))));
  const most = Math.max(1, Math.min(MOST_COLUMNS, Math.floor(MOST_CELLS / items.length)));
  const shown = [...keys].slice(0, most);
  const handles = handlesOf(items);
  const named = new Set([...handles.values()].flatMap((row) => Object.keys(row)));
  const names = ["market", "long", "short"].filter((name) => named.has(name));
  const known = [...KNOWN.keys()];
  const columns = shown.map((key, at): Column<Row> => {
    const place = known.indexOf(lastPart(key));
    const priority = names.length + (place < 0 ? known.length + at : place);
    return { ...columnOf(key, key), priority, ...KNOWN.get(lastPart(key)) };
  });
  const handleColumns = names.map((name): Column<Row> => {
    return { ...columnOf(`${name}.handle`, name), kind: "text", isWhole: true, priority: 0 };
  });
  const added = handleColumns.map(({ key }) => key);
  const isSaid = (key: string) => names.length > 0 && IN_HANDLE.has(lastPart(key));
  return {
    rows: (item) => {
      const own = Object.entries(handles.get(item) ?? {}).map(([name, it]) => [
        `${name}.handle`,
        it,
      ]);
      return [{ ...flatten(item), ...Object.fromEntries(own) }];
    },
    columns: [...handleColumns, ...columns],
    defaults: {
      csv: shown,
      wide: [...added, ...shown],
      table: [...added, ...shown.filter((key) => !isSaid(key))],
    },
    page: (item) => {
      const row = flatten(item);
      return [pairsSection(shown.map((key) => ({ label: key, kind: "any", value: row[key] })))];
    },
    empty,
    leftOut: keys.size - shown.length,
  };
}

function columnOf(key: string, header: string): Column<Row> {
  return { key, header, kind: "any", value: (row) => fieldOf(row, key) };
}

function fieldOf(row: Row, key: string): unknown {
  return Object.hasOwn(row, key) ? row[key] : undefined;
}

function lastPart(key: string): string {
  return key.slice(key.lastIndexOf(".") + 1);
}

/** Returns the handle of each listed market, or those of each listed pair, by their names. */
function handlesOf(items: readonly unknown[]): ReadonlyMap<unknown, Row> {
  const listed = items.map((item) => {
    const pair = listedPair(item);
    return { item, pair, market: pair === undefined ? listedMarket(item) : undefined };
  });
  const handleOf = marketHandles(
    listed.flatMap(({ pair, market }) => (pair ? [pair.long, pair.short] : (market ?? []))),
  );
  const hasNames = listed.some(({ market: it }) => it?.id && it.exchange && it.symbol);
  const rowOf = ({ pair, market }: (typeof listed)[number]): Row => {
    if (pair !== undefined) return { long: handleOf(pair.long), short: handleOf(pair.short) };
    return hasNames && market?.id !== undefined ? { market: handleOf(market) } : {};
  };
  return new Map(listed.map((it) => [it.item, rowOf(it)]));
}

/** Flattens `{a: {b: 1}}` to `{"a.b": 1}`; keeps arrays; a non-object becomes the field `value`. */
function flatten(item: unknown): Row {
  if (!isRecord(item)) return { value: item };
  const flat: Record<string, unknown> = Object.create(null);
  const visit = (value: Row, prefix: string) => {
    for (const [name, inner] of Object.entries(value)) {
      const key = prefix + name;
      const isObject = isRecord(inner) && !(inner instanceof Digits);
      if (isObject && Object.keys(inner).length > 0) visit(inner, `${key}.`);
      else flat[key] = inner;
    }
  };
  visit(item, "");
  return flat;
}
