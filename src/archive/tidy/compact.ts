import { BOUNDS } from "../../base/bounds.js";
import type { Archive } from "../archive.js";
import { monthOf } from "../names.js";
import { loadMonth, monthsOf } from "../read/load-month.js";
import { TABLE_NAMES, TABLES, type TableName } from "../tables.js";
import { rewriteFiles } from "./rewrite.js";

/** Name of the lock of what removes files. */
export const TIDY_LOCK = "compact";

/** Bytes of a file to which none has to be joined: a new one is at least twice as large, or the last. */
const LARGE = BOUNDS.archive.objectBytes / 4;

/** A month that was compacted. */
export interface CompactedMonth {
  readonly table: TableName;
  readonly month: string;
  readonly files: number;
  readonly rows: number;
  readonly bytes: number;
}

/**
 * Joins the files of each month that is over to one. No row is lost, versions included.
 * @param now milliseconds since the epoch
 * @throws {ArchiveError} when another process compacts, or a file is damaged
 */
export async function compactArchive(
  archive: Archive,
  now: number,
  onProgress: (month: string) => void,
): Promise<CompactedMonth[]> {
  const { store } = archive;
  const release = await store.lock(TIDY_LOCK);
  try {
    const compacted: CompactedMonth[] = [];
    for (const name of TABLE_NAMES) {
      const table = TABLES[name];
      for (const month of await monthsOf(store, table)) {
        if (month >= monthOf(now)) continue;
        onProgress(`${name} ${month}`);
        const files = await loadMonth(store, table, month);
        if (files.filter(({ size }) => size < LARGE).length < 2) continue;
        const { rows, bytes } = await rewriteFiles(archive, table, month, files);
        compacted.push({ table: name, month, files: files.length, rows, bytes });
      }
    }
    return compacted;
  } finally {
    await release();
  }
}
