import type { Big } from "big.js";
import { toDecimal } from "../../base/decimal.js";
import { type OutputOptions, type Sort, UnknownColumnError } from "../formats/format.js";
import { Several } from "../text/format.js";
import { instantOf } from "../text/format-time.js";
import { nearestTo } from "../text/words.js";
import type { Column, View } from "./column.js";

/**
 * Returns the columns to show, in the order of the keys.
 * @param keys names given with `--columns`; undefined for the defaults of the format
 * @throws {UnknownColumnError} when the view has no column of that key
 */
export function chooseColumns<T, Row>(
  view: View<T, Row>,
  keys: readonly string[] | undefined,
  format: "table" | "wide" | "csv",
): Column<Row>[] {
  const { defaults } = view;
  const shown = keys ?? defaults[format] ?? defaults.table;
  return shown.map((key) => findColumn(view, key, "--columns"));
}

/**
 * Finds a column by name: the one with this key, else the only one whose dotted path ends with it,
 * else the only one with this heading or, for a figure, the path of its value in json.
 * @param option the option that names the column, for the error
 * @throws {UnknownColumnError} when there is no such column
 */
export function findColumn<T, Row>(
  view: Pick<View<T, Row>, "columns">,
  name: string,
  option: string,
): Column<Row> {
  const column = named(view.columns, name);
  if (column !== undefined) return column;
  throw new UnknownColumnError(
    option,
    name,
    namedColumns(view.columns),
    probablyMeant(view.columns, name),
  );
}

/** Reports whether a view has a column of this name. */
export function isColumn<T, Row>(view: Pick<View<T, Row>, "columns">, name: string): boolean {
  return named(view.columns, name) !== undefined;
}

/** Returns the options with full keys of columns; keeps unknown names. */
export function withFullKeys<T, Row>(view: View<T, Row>, options: OutputOptions): OutputOptions {
  const { columns, sort } = options;
  const keyOf = (name: string) => named(view.columns, name)?.key ?? name;
  return {
    ...options,
    columns: columns?.map(keyOf),
    sort: sort && { ...sort, key: keyOf(sort.key) },
  };
}

function named<Row>(columns: readonly Column<Row>[], name: string): Column<Row> | undefined {
  const exact = columns.find(({ key }) => key === name);
  if (exact !== undefined) return exact;
  const tests: ((column: Column<Row>) => boolean)[] = [
    ({ key }) => key.endsWith(`.${name}`),
    ({ key, header }) => header.toLowerCase() === name || name === `${key}.value`,
  ];
  for (const test of tests) {
    const [only, ...others] = columns.filter(test);
    if (only !== undefined && others.length === 0) return only;
  }
  return undefined;
}

/** Suggests a replacement for the name of an unknown column. */
function probablyMeant<Row>(columns: readonly Column<Row>[], name: string): string | undefined {
  const [, before = "", order] = /^(.+):([^:]*)$/.exec(name) ?? [];
  const ordered = order === undefined ? undefined : named(columns, before)?.key;
  if (ordered !== undefined) return `${ordered}:asc or ${ordered}:desc`;
  const keys = columns.map(({ key }) => key);
  const nearest = nearestTo(name, keys);
  if (nearest !== undefined) return nearest;
  const lastOf = (key: string) => key.slice(key.lastIndexOf(".") + 1);
  const last = nearestTo(name, keys.map(lastOf));
  return keys.find((key) => lastOf(key) === last);
}

/** Items sorted by a column. */
export interface Ordered<T, Row> {
  /** Items in the order of their first rows. */
  readonly items: readonly T[];
  /** Rows of these items in the order of their values; `index` is the place among those of the item. */
  readonly rows: readonly { readonly item: T; readonly row: Row; readonly index: number }[];
}

/**
 * Sorts items and their rows by a column, times by their instant.
 * @param limit maximum number of items kept, the first ones
 * @throws {UnknownColumnError} when there is no such column
 */
export function sortByColumn<T, V, Row>(
  items: readonly T[],
  inItem: (item: T) => V,
  view: Pick<View<V, Row>, "rows" | "columns">,
  { key, descending }: Sort,
  limit = Number.POSITIVE_INFINITY,
): Ordered<T, Row> {
  const { kind, value, raw = value, unsure } = findColumn(view, key, "--sort");
  const sortValue = (row: Row) => {
    const found = unsure?.(row) === true ? null : raw(row);
    return kind === "time" && typeof found === "string" ? (instantOf(found) ?? found) : found;
  };
  const pairs = items.flatMap((item) =>
    view.rows(inItem(item)).map((row, index) => ({ item, row, index })),
  );
  const sorted = sortItems(pairs, ({ row }) => sortValue(row), descending);
  const kept = new Set<T>();
  for (const { item } of sorted) if (kept.size < limit) kept.add(item);
  return {
    items: [...kept],
    rows: sorted.filter(({ item }) => kept.has(item)),
  };
}

/**
 * Returns the columns with the sorted one marked: an arrow after its heading shows the direction, and
 * it is never dropped. A missing one is added at the end, unless the user chose the columns.
 * @throws {UnknownColumnError} when the view has no such column
 */
export function withSortedColumn<T, Row>(
  columns: readonly Column<Row>[],
  view: Pick<View<T, Row>, "columns">,
  sort: Sort | undefined,
  look: { readonly unicode: boolean; readonly chosen: boolean },
): readonly Column<Row>[] {
  if (sort === undefined) return columns;
  const { key } = findColumn(view, sort.key, "--sort");
  const shown = look.chosen || columns.some((column) => column.key === key);
  const all = shown ? columns : [...columns, findColumn(view, key, "--sort")];
  const arrow = arrowOf(sort, look.unicode);
  return all.map((column) =>
    column.key === key ? { ...column, header: `${column.header} ${arrow}`, priority: 0 } : column,
  );
}

function arrowOf({ descending }: Sort, unicode: boolean): string {
  if (unicode) return descending ? "↓" : "↑";
  return descending ? "v" : "^";
}

/** A column, as far as a list of columns names it. */
export interface NamedColumn {
  readonly key: string;
  /** Heading in a table. */
  readonly header?: string;
  /** Whether it is what a figure rests on. */
  readonly isDetail?: boolean;
}

/** Returns the names of columns for a list of them. */
export function namedColumns(columns: readonly NamedColumn[]): string[] {
  return columns.filter(({ isDetail }) => isDetail !== true).map(({ key }) => key);
}

/**
 * Sorts items by a value; equal ones keep their order. Numbers and decimal texts are sorted by size,
 * before other texts, such as ISO times, which are sorted by code unit, alike in every locale. In both
 * directions, items without a value are last.
 */
function sortItems<T>(items: readonly T[], ofItem: (item: T) => unknown, descending: boolean): T[] {
  const direction = descending ? -1 : 1;
  return items
    .map((item) => ({ item, key: sortKey(ofItem(item)) }))
    .sort((a, b) => compareKeys(a.key, b.key, direction))
    .map(({ item }) => item);
}

type SortKey =
  | { readonly rank: 0; readonly number: number; readonly exact: Big | undefined }
  | { readonly rank: 1; readonly text: string }
  | { readonly rank: 2 };

function sortKey(value: unknown): SortKey {
  if (value === null || value === undefined || Number.isNaN(value)) return { rank: 2 };
  const exact = toDecimal(value);
  if (exact !== undefined || typeof value === "number") {
    return { rank: 0, number: Number(value), exact };
  }
  const isJson = typeof value === "object" && !(value instanceof Several);
  return { rank: 1, text: isJson ? JSON.stringify(value) : String(value) };
}

function compareKeys(a: SortKey, b: SortKey, direction: 1 | -1): number {
  if (a.rank === 2 || b.rank === 2) return a.rank - b.rank;
  if (a.rank === 1 && b.rank === 1) return direction * compare(a.text, b.text);
  if (a.rank === 1 || b.rank === 1) return direction * (a.rank - b.rank);
  if (a.number !== b.number || a.exact === undefined || b.exact === undefined) {
    return direction * compare(a.number, b.number);
  }
  return direction * a.exact.cmp(b.exact); // equal as doubles, but perhaps not as decimals
}

function compare<V extends string | number>(a: V, b: V): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
