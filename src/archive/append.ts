import { groupBy } from "../base/collections.js";
import type { Archive } from "./archive.js";
import { compareRows } from "./batch.js";
import { dataName, monthOf } from "./names.js";
import { createTableWriter } from "./parquet.js";
import { type AnyRow, ownerOf, type RowOf, type Table } from "./tables.js";

/** Rows that are collected before they are written, so that files are few and memory is bounded. */
export const MANY_ROWS = 50_000;

/**
 * Writes rows to a table, one new file for each month and portfolio, durable when it returns.
 * @throws {ArchiveError} when a file could not be written; those before it remain
 */
export async function append<T extends Table>(
  { store }: Archive,
  table: T,
  rows: readonly RowOf<T>[],
): Promise<void> {
  const months = groupBy(rows, (row) => monthOf(numberIn(row, table.month)));
  const partitions = [...months].flatMap(([month, inMonth]) =>
    [...groupBy(inMonth, (row) => ownerOf(table, row))].map((it) => [month, ...it] as const),
  );
  for (const [month, owner, own] of partitions) {
    const writer = await createTableWriter(table);
    writer.write(own.sort((a, b) => compareRows(table, a, b)));
    const bytes = writer.finish();
    const recorded = own.reduce((most, row) => Math.max(most, numberIn(row, table.recorded)), 0);
    await store.write(dataName(table, month, recorded, bytes, owner), bytes);
  }
}

function numberIn(row: object, column: string): number {
  return Number((row as AnyRow)[column]);
}
