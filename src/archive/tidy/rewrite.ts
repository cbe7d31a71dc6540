import type { Archive } from "../archive.js";
import { createDataFile } from "../data-file.js";
import { ArchiveError } from "../errors.js";
import { type Batch, batchOf, rowAt } from "../parquet/batch.js";
import { openTableFile } from "../parquet/read.js";
import { createTableWriter, GROUP_UNITS, ROW_GROUP } from "../parquet/write.js";
import { joinedCoverage } from "../read/joined-coverage.js";
import type { NamedFile } from "../read/load-month.js";
import { mergeFiles } from "../read/merge.js";
import { type AnyRow, COVERAGE, ownerOf, type RowOf, type Table } from "../tables.js";

/** Returns what is kept of a row; undefined for nothing. */
type Keep<T extends Table> = (row: RowOf<T>) => RowOf<T> | undefined;

/**
 * Writes the rows of files of one month to one new file, or several where one would be too large for a
 * bucket, each row once, and then removes the files. A reader sees the rows at least once at any
 * moment; an interruption leaves them twice, which no reader counts.
 * @returns the number of rows and bytes of the new files
 * @throws {ArchiveError} when a new file cannot be read back in full; the old ones remain then
 */
export async function rewriteFiles<T extends Table>(
  archive: Archive,
  table: T,
  month: string,
  files: readonly NamedFile<T>[],
  keep: Keep<T> = (row) => row,
): Promise<{ rows: number; bytes: number }> {
  const { store } = archive;
  const old = files.map(({ name }) => name);
  const total = { rows: 0, bytes: 0 };
  let writer = await createTableWriter(table);
  let rows = 0;
  let recorded = 0;
  let owner: string | undefined;
  let waiting: RowOf<T>[] = [];
  let units = 0; // UTF-16 units of the texts that wait
  const write = () => {
    writer.write(batchOf(table, waiting) as unknown as Batch);
    rows += waiting.length;
    waiting = [];
    units = 0;
  };
  const finish = async () => {
    write();
    if (rows === 0) return;
    const bytes = await writer.finish();
    const name = await createDataFile(archive, table, month, recorded, bytes, owner);
    const back = await store.read(name);
    const found = back === undefined ? 0 : (await openTableFile(table, name, back)).length;
    if (found !== rows) {
      throw new ArchiveError("archive", `${name}: ${found} of ${rows} rows can be read back`);
    }
    total.rows += rows;
    total.bytes += bytes.length;
    rows = 0;
    recorded = 0;
    writer = await createTableWriter(table);
  };
  for await (const row of keptRows(table, files, keep)) {
    if (ownerOf(table, row) !== owner) await finish(); // rows of a portfolio follow one another
    owner = ownerOf(table, row);
    waiting.push(row);
    recorded = Math.max(recorded, Number(row[table.recorded]));
    units += unitsIn(row);
    if (waiting.length < ROW_GROUP && units < GROUP_UNITS) continue;
    write();
    if (writer.isFull()) await finish();
  }
  await finish();
  await store.remove(old);
  return total;
}

function unitsIn(row: AnyRow): number {
  let units = 0;
  for (const value of Object.values(row)) if (typeof value === "string") units += value.length;
  return units;
}

/** Returns the rows that stay, in order; those of coverage that touch are joined. */
function keptRows<T extends Table>(
  table: T,
  files: readonly NamedFile<T>[],
  keep: Keep<T>,
): AsyncGenerator<RowOf<T>> {
  const rows = distinctRows(table, files, keep);
  const isCoverage = table.name === COVERAGE.name;
  return isCoverage ? (joinedCoverage(rows as never) as typeof rows) : rows;
}

/** Yields the rows of files that stay, in order, equal ones once. */
async function* distinctRows<T extends Table>(
  table: T,
  files: readonly NamedFile<T>[],
  keep: Keep<T>,
): AsyncGenerator<RowOf<T>> {
  let alike = new Set<string>();
  let last: RowOf<T> | undefined;
  for await (const { batch, from, to } of mergeFiles(table, files)) {
    for (let index = from; index < to; index++) {
      const row = rowAt(table, batch, index);
      const before = last;
      const isSameKey = before !== undefined && table.sort.every((key) => row[key] === before[key]);
      if (!isSameKey) {
        alike = new Set();
        last = row;
      }
      const content = JSON.stringify(row);
      if (alike.has(content)) continue;
      alike.add(content);
      const kept = keep(row);
      if (kept !== undefined) yield kept;
    }
  }
}
