import type { Big } from "big.js";
import type { Column, View } from "./column.js";
import { toDecimal } from "./decimal.js";
import { UnknownColumnError } from "./errors.js";
import { nearestTo } from "./nearest.js";

/**
 * The columns to show, in the order asked for.
 * @param keys as given with `--columns`; undefined for the defaults of the format
 * @throws {UnknownColumnError} when the view has no column of that key
 */
export function chooseColumns<T, Row>(
  view: View<T, Row>,
  keys: readonly string[] | undefined,
  format: "table" | "csv",
): Column<Row>[] {
  return (keys ?? view.defaults[format]).map((key) => findColumn(view, key, "--columns"));
}

/**
 * The column of that key.
 * @param option the option that names it, for the error
 * @throws {UnknownColumnError} when there is none
 */
export function findColumn<T, Row>(view: View<T, Row>, key: string, option: string): Column<Row> {
  const column = view.columns.find((candidate) => candidate.key === key);
  if (column !== undefined) return column;
  const known = view.columns.map((candidate) => candidate.key);
  throw new UnknownColumnError(option, key, known, nearestTo(key, known));
}

/**
 * The items in the order of a value, equal ones as they came. Numbers and decimal texts are ordered
 * by size and come before other texts, which are ordered by code unit, the same in every locale; so
 * are ISO times. Items without a value are always last.
 */
export function sortItems<T>(
  items: readonly T[],
  by: { readonly value: (item: T) => unknown },
  descending = false,
): T[] {
  const direction = descending ? -1 : 1;
  return items
    .map((item) => ({ item, key: sortKey(by.value(item)) }))
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
  return { rank: 1, text: typeof value === "object" ? JSON.stringify(value) : String(value) };
}

function compareKeys(a: SortKey, b: SortKey, direction: 1 | -1): number {
  if (a.rank === 2 || b.rank === 2) return a.rank - b.rank;
  if (a.rank === 1 && b.rank === 1) return direction * compare(a.text, b.text);
  if (a.rank === 1 || b.rank === 1) return direction * (a.rank - b.rank);
  if (a.number !== b.number || a.exact === undefined || b.exact === undefined) {
    return direction * compare(a.number, b.number);
  }
  return direction * a.exact.cmp(b.exact); // doubles cannot tell them apart, decimals may
}

function compare<V extends string | number>(a: V, b: V): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
