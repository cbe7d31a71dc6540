import type { RowOf, Table } from "../tables.js";

/** The values of one column, one for each row. */
export type Values = ArrayLike<number | string | null>;

/** Rows `from` (inclusive) to `to` (exclusive) of a column. */
export interface Rows {
  readonly from: number;
  readonly to: number;
}

/** Some rows of a table, column by column. */
export interface Batch<T extends Table = Table> {
  readonly length: number;
  readonly columns: {
    readonly [K in keyof T["columns"]]: ArrayLike<RowOf<T>[K]>;
  };
}

/** Rows `from` (inclusive) to `to` (exclusive) of a batch, which follow one another. */
export interface Run<T extends Table = Table> extends Rows {
  readonly batch: Batch<T>;
}

/** Returns one row of a batch. */
export function rowAt<T extends Table>(table: T, batch: Batch<T>, index: number): RowOf<T> {
  const row: Record<string, unknown> = {};
  for (const name in table.columns) row[name] = (batch.columns[name] as Values)[index];
  return row as RowOf<T>;
}

/** Returns rows as a batch. */
export function batchOf<T extends Table>(table: T, rows: readonly RowOf<T>[]): Batch<T> {
  const columns: Record<string, unknown> = {};
  for (const [name, { kind, nullable }] of Object.entries(table.columns)) {
    columns[name] =
      kind === "text" || nullable
        ? rows.map((row) => row[name] ?? null)
        : Float64Array.from(rows, (row) => (row[name] ?? Number.NaN) as number);
  }
  return { length: rows.length, columns: columns as Batch<T>["columns"] };
}

/** Joins runs to one batch. */
export function joinedBatch<T extends Table>(table: T, runs: readonly Run<T>[]): Batch<T> {
  const length = runs.reduce((sum, { from, to }) => sum + to - from, 0);
  const columns: Record<string, unknown> = {};
  for (const name in table.columns) {
    const parts = runs.map(({ batch, from, to }) =>
      partOf(batch.columns[name] as Values, from, to),
    );
    columns[name] = parts.every((part) => part instanceof Float64Array)
      ? joinedNumbers(parts, length)
      : ([] as unknown[]).concat(
          ...parts.map((part) => (Array.isArray(part) ? part : Array.from(part))),
        );
  }
  return { length, columns: columns as Batch<T>["columns"] };
}

function partOf(values: Values, from: number, to: number): Float64Array | Values {
  if (values instanceof Float64Array) return values.subarray(from, to);
  if (from === 0 && to === values.length) return values;
  return Array.prototype.slice.call(values, from, to);
}

function joinedNumbers(parts: readonly Float64Array[], length: number): Float64Array {
  const joined = new Float64Array(length);
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
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
