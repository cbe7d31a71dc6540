import { type Batch, rowAt } from "../parquet/batch.js";
import type { Wanted } from "../parquet/read.js";
import type { ArchiveStore } from "../store.js";
import type { RowOf, Table } from "../tables.js";
import { loadMonth, monthsOf } from "./load-month.js";
import { mergeFiles } from "./merge.js";

/** Yields every row of a table, month by month, in the order of the table; versions included. */
export async function* scanRows<T extends Table>(
  store: ArchiveStore,
  table: T,
  months?: readonly string[],
): AsyncGenerator<RowOf<T>> {
  for (const month of months ?? (await monthsOf(store, table))) {
    const files = await loadMonth(store, table, month);
    for await (const { batch, from, to } of mergeFiles(table, files)) {
      for (let index = from; index < to; index++) yield rowAt(table, batch, index);
    }
  }
}

/** Yields some columns of every row, file by file and in no order: the fastest way to read all. */
export async function* scanBatches<T extends Table>(
  store: ArchiveStore,
  table: T,
  wanted: Wanted<T>,
): AsyncGenerator<Batch<T>> {
  for (const month of await monthsOf(store, table)) {
    for (const file of await loadMonth(store, table, month)) yield* file.batches(wanted);
  }
}
