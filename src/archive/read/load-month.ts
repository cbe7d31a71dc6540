import type { ArchiveStore } from "../directory.js";
import { ArchiveError } from "../errors.js";
import { dataFiles } from "../names.js";
import { openTableFile, type TableFile } from "../parquet.js";
import type { Table } from "../tables.js";

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
