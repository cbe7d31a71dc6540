import { type Batch, rowAt } from "../batch.js";
import type { ArchiveStore } from "../directory.js";
import { monthsOf } from "../names.js";
import type { Wanted } from "../parquet.js";
import type { RowOf, Table } from "../tables.js";
import { loadMonth } from "./load-month.js";
import { mergeFiles } from "./merge.js";

/**
 * Yields every row of a table, month by month, in the order of the table; versions included.
 * @param portfolioId reads only files that may have its rows; they may have those of others too
 */
export async function* scanRows<T extends Table>(
  store: ArchiveStore,
  table: T,
  months?: readonly string[],
  portfolioId?: string,
): AsyncGenerator<RowOf<T>> {
  for (const month of months ?? (await monthsOf(store, table))) {
    const files = await loadMonth(store, table, month, portfolioId);
    for await (const { batch, from, to } of mergeFiles(table, files)) {
      for (let index = from; index < to; index++) yield rowAt(table, batch, index);
    }
  }
}

/** Yields columns of all rows, file by file, in no order and with repetitions; the fastest way. */
export async function* scanBatches<T extends Table>(
  store: ArchiveStore,
  table: T,
  wanted: Wanted<T>,
  portfolioId?: string,
): AsyncGenerator<Batch<T>> {
  for (const month of await monthsOf(store, table)) {
    const files = await loadMonth(store, table, month, portfolioId);
    for (const file of files) yield* file.batches(wanted);
  }
}
