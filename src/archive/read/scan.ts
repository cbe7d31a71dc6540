import { countWhile } from "../../base/collections.js";
import { ArchiveError, type ArchiveStore } from "../directory.js";
import { dataFiles, monthsOf } from "../names.js";
import { openTableFile, type TableFile, type Wanted } from "../parquet.js";
import {
  type Batch,
  compareValues,
  type RowOf,
  type Run,
  rowAt,
  type Table,
  type Values,
} from "../tables.js";

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

/** How often a month is listed while files are replaced; each compaction takes seconds. */
const MAX_LISTINGS = 20;

/**
 * Reads all files of a table's month into memory, compressed as they are. Compaction writes a new file before
 * it removes the old ones, so that a listed file may be gone: then the month is listed again.
 * @param portfolioId leaves out the files of other portfolios
 * @throws {ArchiveError} when a file is damaged or foreign
 */
export async function loadMonth<T extends Table>(
  store: ArchiveStore,
  table: T,
  month: string,
  portfolioId?: string,
): Promise<TableFile<T>[]> {
  for (let listings = 0; listings < MAX_LISTINGS; listings++) {
    const listed = await dataFiles(store, table, { month, portfolioId });
    const files = await openFiles(
      store,
      table,
      listed.map(({ name }) => name),
    );
    if (files !== undefined) return files;
  }
  throw new ArchiveError(
    "archive",
    `the files of ${table.name} of ${month} in ${store.where} change faster than they can be read`,
    "try again when no other carry writes to it",
  );
}

/** Opens files of a table; undefined when one is gone. @throws {ArchiveError} likewise */
export async function openFiles<T extends Table>(
  store: ArchiveStore,
  table: T,
  names: readonly string[],
): Promise<TableFile<T>[] | undefined> {
  const files: TableFile<T>[] = [];
  for (const name of names) {
    const bytes = await store.read(name);
    if (bytes === undefined) return undefined;
    files.push(await openTableFile(table, name, bytes));
  }
  return files;
}

interface Cursor<T extends Table> {
  readonly batches: AsyncGenerator<Batch<T>>;
  batch: Batch<T>;
  at: number;
}

/**
 * Merges sorted files into one order, that of the table. Holds one row group of each file.
 * @param wanted columns have to include those of the order
 */
export async function* mergeFiles<T extends Table>(
  table: T,
  files: readonly Pick<TableFile<T>, "batches">[],
  wanted: Wanted<T> = {},
): AsyncGenerator<Run<T>> {
  const cursors: Cursor<T>[] = [];
  for (const file of files) {
    const cursor = await begin(file.batches(wanted));
    if (cursor !== undefined) insert(table, cursors, cursor);
  }
  for (let first = cursors.shift(); first !== undefined; first = cursors.shift()) {
    const { batch, at: from } = first;
    const [second] = cursors;
    const isBefore = (at: number) => {
      return second === undefined || compareHeads(table, { batch, at }, second) <= 0;
    };
    // Nearly always the whole rest of the batch comes next.
    const isWhole = isBefore(batch.length - 1);
    const to = isWhole
      ? batch.length
      : from + countWhile(batch.length - from, (at) => isBefore(from + at));
    yield { batch, from, to };
    first.at = to;
    if (to < batch.length || (await advance(first))) insert(table, cursors, first);
  }
}

async function begin<T extends Table>(
  batches: AsyncGenerator<Batch<T>>,
): Promise<Cursor<T> | undefined> {
  const { done, value } = await batches.next();
  if (done === true) return undefined;
  const cursor = { batches, batch: value, at: 0 };
  return value.length > 0 || (await advance(cursor)) ? cursor : undefined;
}

/** Advances to the next batch that has rows. @returns false at the end of the file */
async function advance<T extends Table>(cursor: Cursor<T>): Promise<boolean> {
  for (;;) {
    const { done, value } = await cursor.batches.next();
    if (done === true) return false;
    cursor.batch = value;
    cursor.at = 0;
    if (value.length > 0) return true;
  }
}

/** Inserts a cursor where its head belongs, by bisection. */
function insert<T extends Table>(table: T, cursors: Cursor<T>[], cursor: Cursor<T>): void {
  const isBefore = (at: number) => compareHeads(table, cursors[at] as Cursor<T>, cursor) <= 0;
  cursors.splice(countWhile(cursors.length, isBefore), 0, cursor);
}

type Head<T extends Table> = Pick<Cursor<T>, "batch" | "at">;

function compareHeads<T extends Table>(table: T, a: Head<T>, b: Head<T>): number {
  for (const name of table.sort) {
    const one = (a.batch.columns[name] as Values)[a.at] ?? null;
    const other = (b.batch.columns[name] as Values)[b.at] ?? null;
    const order = compareValues(one, other);
    if (order !== 0) return order;
  }
  return 0;
}
