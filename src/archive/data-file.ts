import { type Archive, raiseFormat } from "./archive.js";
import { newDataName } from "./names.js";
import { FORMAT } from "./parquet/schema.js";
import type { Table } from "./tables.js";

/**
 * Writes a new data file, durable when it returns; raises the format of an older archive first.
 * @param recorded newest moment at which one of its rows was recorded, milliseconds since the epoch
 * @param portfolioId of its rows, for a private table
 * @returns its name
 * @throws {ArchiveError} when it could not be written
 */
export async function createDataFile(
  { store, identity }: Archive,
  table: Table,
  month: string,
  recorded: number,
  bytes: Uint8Array,
  portfolioId?: string,
): Promise<string> {
  if (identity.format < FORMAT) await raiseFormat(store);
  for (;;) {
    const name = newDataName(table, month, recorded, portfolioId);
    if (await store.create(name, bytes)) return name;
  }
}
