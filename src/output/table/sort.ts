import type { Big } from "big.js";
import { toDecimal } from "../../base/decimal.js";
import { Several } from "../text/format.js";

/** Value of `--sort`. */
export interface Sort {
  readonly key: string;
  readonly descending: boolean;
}

/** Parses `<column>[:asc|:desc]`. Any other text after a colon belongs to the key. */
export function parseSort(text: string): Sort {
  const [, key = text, order] = /^(.*):(asc|desc)$/s.exec(text) ?? [];
  return { key, descending: order === "desc" };
}

/**
 * Sorts items by a value; equal ones keep their order. Numbers and decimal texts are sorted by size,
 * before other texts, such as ISO times, which are sorted by code unit, alike in every locale. In both
 * directions, items without a value are last.
 */
export function sortItems<T>(
  items: readonly T[],
  ofItem: (item: T) => unknown,
  descending: boolean,
): T[] {
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
