import { groupBy } from "../base/collections.js";
import type { Archive } from "./archive.js";
import { type DataFile, dataFiles, dataName, monthOf } from "./names.js";
import { createTableWriter, openTableFile } from "./parquet.js";
import { joinedCoverage } from "./read/coverage.js";
import { mergeFiles, openFiles } from "./read/scan.js";
import { COVERAGE, type CoverageRow, type RowOf, rowAt, TABLES, type Table } from "./tables.js";

/** Rows that are written together. */
const ROWS = 5_000;

/**
 * Joins the files of each month that is over into one, or one of each portfolio; versions stay. A reader sees
 * the rows at least once at any moment, and an interruption leaves them twice, which no reader counts.
 * @param now milliseconds since the epoch
 * @returns the number of files that were joined; 0 also while another process does it
 * @throws {ArchiveError} when a file is damaged
 */
export async function compactArchive(archive: Archive, now: number): Promise<number> {
  const isOver = ({ month }: DataFile) => month < monthOf(now);
  const months = async () => {
    const files = (await dataFiles(archive.store)).filter(isOver);
    const own = groupBy(files, ({ name }) => name.slice(0, name.lastIndexOf("/")));
    return [...own.values()].filter(({ length }) => length > 1);
  };
  if ((await months()).length === 0) return 0;
  const held = await archive.store.lock();
  if (held === undefined) return 0;
  try {
    let joined = 0;
    for (const files of await months()) {
      joined += await join(archive, files);
    }
    return joined;
  } finally {
    held.release();
  }
}

/** Joins files of one partition. @returns their number; 0 when one is gone */
async function join({ store }: Archive, files: readonly DataFile[]): Promise<number> {
  const [first] = files;
  if (first === undefined) return 0;
  const table: Table = TABLES[first.table];
  const old = files.map(({ name }) => name);
  const opened = await openFiles(store, table, old);
  if (opened === undefined) return 0;
  const writer = await createTableWriter(table);
  let waiting: RowOf<Table>[] = [];
  let rows = 0;
  const write = () => {
    writer.write(waiting);
    rows += waiting.length;
    waiting = [];
  };
  const distinct = distinctRows(table, mergeFiles(table, opened));
  const kept = first.table === COVERAGE.name ? joinedRanges(distinct) : distinct;
  for await (const row of kept) {
    waiting.push(row);
    if (waiting.length >= ROWS) write();
  }
  write();
  const bytes = writer.finish();
  const recorded = files.reduce((most, file) => Math.max(most, file.recorded), 0);
  const name = dataName(table, first.month, recorded, bytes, first.portfolioId);
  await store.write(name, bytes);
  const back = await store.read(name);
  const found = back === undefined ? 0 : (await openTableFile(table, name, back)).length;
  if (found !== rows) throw new Error(`${name}: ${found} of ${rows} rows can be read back`);
  await store.remove(old.filter((it) => it !== name));
  return files.length;
}

function joinedRanges(rows: AsyncGenerator<unknown>): AsyncGenerator<RowOf<Table>> {
  const joined: AsyncGenerator<unknown> = joinedCoverage(rows as AsyncGenerator<CoverageRow>);
  return joined as AsyncGenerator<RowOf<Table>>;
}

/** Yields rows in order, equal ones once. */
async function* distinctRows(
  table: Table,
  runs: ReturnType<typeof mergeFiles<Table>>,
): AsyncGenerator<RowOf<Table>> {
  let alike = new Set<string>();
  let last: RowOf<Table> | undefined;
  for await (const { batch, from, to } of runs) {
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
      yield row;
    }
  }
}
