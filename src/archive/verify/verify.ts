import type { Archive } from "../archive.js";
import { ArchiveError } from "../errors.js";
import { IDENTITY_NAME, LEASES, readDataName } from "../names.js";
import { TABLE_NAMES, TABLES, type TableName } from "../tables.js";
import { checkFile } from "./check-file.js";
import { type CheckedRecords, checkRecords } from "./check-records.js";

/** Result of checking the files of a table. */
export interface CheckedTable {
  readonly table: TableName;
  readonly files: number;
  readonly rows: number;
  readonly bytes: number;
}

/** Result of checking an archive. */
export interface Verified extends CheckedRecords {
  readonly tables: readonly CheckedTable[];
  /** Files that cannot be used, each with the reason. */
  readonly damaged: readonly { readonly file: string; readonly reason: string }[];
  /** Files that are not carry's; readers leave them alone. */
  readonly unknown: readonly string[];
  /** Decimals that DECIMAL(38,18) cannot hold. */
  readonly longDecimals: number;
}

/**
 * Reads every file of an archive. Records are compared only when all files are sound.
 * @param onProgress called after each file
 * @throws {ArchiveError} when the store cannot be read
 */
export async function verifyArchive(
  { store }: Archive,
  onProgress: (files: number) => void,
): Promise<Verified> {
  const tables = new Map(
    TABLE_NAMES.map((table) => [table, { table, files: 0, rows: 0, bytes: 0 }]),
  );
  const damaged: { file: string; reason: string }[] = [];
  const unknown: string[] = [];
  const least = new Map<string, number>();
  let longDecimals = 0;
  let files = 0;
  for (const { name, size } of await store.list("")) {
    onProgress(++files);
    if (name === IDENTITY_NAME || name.startsWith(LEASES)) continue;
    const known = readDataName(name);
    const table = TABLE_NAMES.find((it) => it === known?.table);
    const total = table && tables.get(table);
    if (known === undefined || table === undefined || total === undefined) {
      unknown.push(name);
      continue;
    }
    const bytes = await store.read(name);
    if (bytes === undefined) continue; // compacted meanwhile
    try {
      const checked = await checkFile(TABLES[table], name, known, bytes);
      if (checked.least !== undefined) least.set(name, checked.least);
      for (const reason of checked.faults) damaged.push({ file: name, reason });
      total.files++;
      total.rows += checked.rows;
      total.bytes += size;
      longDecimals += checked.longDecimals;
    } catch (error) {
      if (!(error instanceof ArchiveError)) throw error;
      const reason = error.cause instanceof Error ? error.cause.message : error.message;
      damaged.push({ file: name, reason });
    }
  }
  const records =
    damaged.length > 0 ? { contradictions: [], missing: [] } : await checkRecords(store, least);
  return { tables: [...tables.values()], damaged, unknown, longDecimals, ...records };
}
