import type { RowOf, Table } from "./tables.js";

/** The values of one column, one for each row. */
export type Values = ArrayLike<number | string | null>;

/** Some rows of a table, column by column. */
export interface Batch<T extends Table = Table> {
  readonly length: number;
  readonly columns: {
    readonly [K in keyof T["columns"]]: ArrayLike<RowOf<T>[K]>;
  };
}

/** Rows `from` (inclusive) to `to` (exclusive) of a batch, which follow one another. */
export interface Run<T extends Table = Table> {
  readonly batch: Batch<T>;
  readonly from: number;
  readonly to: number;
}

/** Returns one row of a batch. */
export function rowAt<T extends Table>(table: T, batch: Batch<T>, index: number): RowOf<T> {
  const row: Record<string, unknown> = {};
  for (const name in table.columns) row[name] = (batch.columns[name] as Values)[index];
  return row as RowOf<T>;
}

/** Compares two rows by the order of their table. */
export function compareRows<T extends Table>(table: T, a: RowOf<T>, b: RowOf<T>): number {
  for (const name of table.sort) {
    const order = compareValues(a[name] as Values[number], b[name] as Values[number]);
    if (order !== 0) return order;
  }
  return 0;
}

/** Orders numbers by size, texts by their UTF-16 units, and null first. */
export function compareValues(a: Values[number], b: Values[number]): number {
  if (a === b) return 0;
  if (a === null) return -1;
  if (b === null) return 1;
  return a < b ? -1 : 1;
}
