import type { Archive } from "./archive.js";
import { monthOf, newDataName } from "./names.js";
import { batchOf, compareRows } from "./parquet/batch.js";
import { fileOf } from "./parquet/write.js";
import type { RowOf, Table } from "./tables.js";

/**
 * Writes rows to a table, one new file for each month. They are durable when it returns.
 * @returns the names of the files
 * @throws {ArchiveError} when a file could not be written; those before it are there
 */
export async function append<T extends Table>(
  { store }: Archive,
  table: T,
  rows: readonly RowOf<T>[],
): Promise<string[]> {
  const names: string[] = [];
  for (const [month, own] of byMonth(table, rows)) {
    const sorted = own.sort((a, b) => compareRows(table, a, b));
    const bytes = await fileOf(table, batchOf(table, sorted));
    const recorded = sorted.reduce((most, row) => Math.max(most, row[table.recorded] as number), 0);
    let name = newDataName(table, month, recorded);
    while (!(await store.create(name, bytes))) name = newDataName(table, month, recorded);
    names.push(name);
  }
  return names;
}

function byMonth<T extends Table>(table: T, rows: readonly RowOf<T>[]): Map<string, RowOf<T>[]> {
  const months = new Map<string, RowOf<T>[]>();
  for (const row of rows) {
    const month = monthOf(row[table.month] as number);
    const own = months.get(month);
    if (own === undefined) months.set(month, [row]);
    else own.push(row);
  }
  return months;
}
