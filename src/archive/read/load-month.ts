import { ArchiveError } from "../errors.js";
import { dataFiles, filesOfMonth, prefixOf } from "../names.js";
import { openTableFile, type TableFile } from "../parquet/read.js";
import type { ArchiveStore } from "../store.js";
import type { Table } from "../tables.js";

/** Number of objects that are read at the same time. */
const READERS = 8;

/** How often a month is listed until nothing has changed; writers that only add are no reason to fail. */
const MAX_LISTINGS = 20;

/** A file with its name. */
export interface NamedFile<T extends Table> extends TableFile<T> {
  readonly name: string;
  /** Size in bytes. */
  readonly size: number;
}

/** Returns the months for which a table has files, in order. */
export async function monthsOf(store: ArchiveStore, table: Table): Promise<string[]> {
  const files = await dataFiles(store, prefixOf(table));
  return [...new Set(files.map(({ month }) => month))].sort();
}

/**
 * Reads all files of a table's month into memory, compressed as they are. Compaction replaces files,
 * and a listing of many names takes several calls, so that one may have neither the old file nor the
 * new one. Therefore the month is listed again until nothing has changed: rows are read at least
 * once, and those of a month that is being compacted perhaps twice.
 * @param portfolioId leaves out files that have only rows of other portfolios
 * @throws {ArchiveError} when a file is damaged or foreign
 */
export async function loadMonth<T extends Table>(
  store: ArchiveStore,
  table: T,
  month: string,
  portfolioId?: string,
): Promise<NamedFile<T>[]> {
  const known = new Map<string, Uint8Array>();
  const list = async () =>
    (await filesOfMonth(store, table, month, portfolioId)).map(({ name }) => name);
  let names = await list();
  for (let listings = 1; ; listings++) {
    const isWhole = await readMissing(store, names, known);
    const again = await list();
    if (isWhole && (listings >= MAX_LISTINGS || again.join() === names.join())) break;
    if (listings >= 2 * MAX_LISTINGS) throw changesTooFast(store, prefixOf(table, month));
    names = again;
  }
  return openFiles(table, names, known);
}

/**
 * Reads files of a table into memory likewise, without those that do not exist.
 * @throws {ArchiveError} when a file is damaged or foreign
 */
export async function readFiles<T extends Table>(
  store: ArchiveStore,
  table: T,
  names: readonly string[],
): Promise<NamedFile<T>[]> {
  const known = new Map<string, Uint8Array>();
  await readMissing(store, names, known);
  return openFiles(table, names, known);
}

async function openFiles<T extends Table>(
  table: T,
  names: readonly string[],
  known: ReadonlyMap<string, Uint8Array>,
): Promise<NamedFile<T>[]> {
  const files: NamedFile<T>[] = [];
  for (const name of names) {
    const bytes = known.get(name);
    if (bytes === undefined) continue;
    files.push({ name, size: bytes.length, ...(await openTableFile(table, name, bytes)) });
  }
  return files;
}

function changesTooFast({ where }: ArchiveStore, prefix: string): ArchiveError {
  return new ArchiveError(
    "archive",
    `the files of ${prefix} in ${where} change faster than they can be read`,
    "try again when no other carry writes to it",
  );
}

/** @returns false when one of the files is gone */
async function readMissing(
  store: ArchiveStore,
  names: readonly string[],
  known: Map<string, Uint8Array>,
): Promise<boolean> {
  const waiting = names.filter((name) => !known.has(name)).values();
  let isWhole = true;
  const reader = async () => {
    for (const name of waiting) {
      const bytes = await store.read(name);
      if (bytes === undefined) isWhole = false;
      else known.set(name, bytes);
    }
  };
  await Promise.all(Array.from({ length: READERS }, reader));
  return isWhole;
}
