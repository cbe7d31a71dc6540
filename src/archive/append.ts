import { groupBy } from "../base/group-by.js";
import type { Archive } from "./archive.js";
import { boundsOf } from "./bounds.js";
import { createDataFile } from "./data-file.js";
import { monthOf, monthOfAll } from "./names.js";
import { type Batch, batchOf, compareRows, joinedBatch, type Run } from "./parquet/batch.js";
import { fileOf } from "./parquet/write.js";
import { type NewRow, ownerOf, type RowOf, type Table } from "./tables.js";

/**
 * Writes rows to a table, one new file for each month and portfolio, durable when it returns.
 * @returns the names of the files
 * @throws {ArchiveError} when a file could not be written; those before it remain
 */
export async function append<T extends Table>(
  archive: Archive,
  table: T,
  rows: readonly NewRow<T>[],
): Promise<string[]> {
  const sorted = ([...rows] as RowOf<T>[]).sort((a, b) => compareRows(table, a, b));
  const names: string[] = [];
  for (const [portfolioId, own] of groupBy(sorted, (row) => ownerOf(table, row))) {
    const run = { batch: batchOf(table, own), from: 0, to: own.length };
    names.push(...(await appendRuns(archive, table, [run], portfolioId)));
  }
  return names;
}

/**
 * Does the same as {@link append} with rows given column by column.
 * @param runs in the order of the table, one after the other
 * @param portfolioId of all rows of a private table
 */
export async function appendRuns<T extends Table>(
  archive: Archive,
  table: T,
  runs: readonly Run<T>[],
  portfolioId?: string,
): Promise<string[]> {
  const names: string[] = [];
  for (const [month, own] of byMonth(table, runs)) {
    const batch = joinedBatch(table, own);
    const bytes = await fileOf(table, batch as unknown as Batch);
    const { most } = boundsOf(batch.columns[table.recorded] as ArrayLike<number>);
    names.push(await createDataFile(archive, table, month, Math.max(most, 0), bytes, portfolioId));
  }
  return names;
}

/** Groups runs by month, split where it changes. */
function byMonth<T extends Table>(table: T, runs: readonly Run<T>[]): Map<string, Run<T>[]> {
  const months = new Map<string, Run<T>[]>();
  for (const { batch, from, to } of runs) {
    const times = batch.columns[table.month] as ArrayLike<number>;
    const monthAt = (index: number) => monthOf(times[index] as number);
    const only = from < to ? monthOfAll(times, from, to) : undefined;
    for (let begin = from, end = from; begin < to; begin = end) {
      const month = only ?? monthAt(begin);
      if (only === undefined) {
        do end++;
        while (end < to && monthAt(end) === month);
      } else end = to;
      const own = months.get(month);
      const run = { batch, from: begin, to: end };
      if (own === undefined) months.set(month, [run]);
      else own.push(run);
    }
  }
  return months;
}
