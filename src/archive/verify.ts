import { countWhile } from "../base/collections.js";
import { isoTime } from "../base/time/moment.js";
import { minuteOf } from "../base/time/periods.js";
import type { Archive } from "./archive.js";
import type { ArchiveStore } from "./directory.js";
import { ArchiveError } from "./errors.js";
import { IDENTITY_NAME, isParquet, monthsOf, readDataName } from "./names.js";
import { openTableFile } from "./parquet.js";
import { currentEvents } from "./read/current-events.js";
import { scanRows } from "./read/scan.js";
import { readSnapshotMonth } from "./read/snapshots.js";
import { sameValues } from "./sync/correction.js";
import { COVERAGE, FUNDING, SNAPSHOTS, TABLES, type Table } from "./tables.js";

/** What is wrong with an archive. */
export interface Verified {
  /** Files that can be read, and their rows. */
  readonly files: number;
  readonly rows: number;
  /** Files that cannot be used, each with the reason. */
  readonly damaged: readonly { readonly file: string; readonly reason: string }[];
  /** Sentences about records that were answered and are not there. */
  readonly missing: readonly string[];
  /** Events with different values in one answer; times are milliseconds since the epoch. */
  readonly contradictions: readonly { readonly marketId: number; readonly time: number }[];
  /** Files that are not carry's; readers leave them alone. */
  readonly unknown: readonly string[];
}

/**
 * Reads every file of an archive. Records are compared only when all files are sound.
 * @throws {ArchiveError} when the directory cannot be read
 */
export async function verifyArchive({ store }: Archive): Promise<Verified> {
  const damaged: { file: string; reason: string }[] = [];
  const unknown: string[] = [];
  let [files, rows] = [0, 0];
  for (const { name } of await store.list("")) {
    const said = readDataName(name);
    if (said === undefined) {
      const reason = "its name is not one that carry gives";
      if (isParquet(name)) damaged.push({ file: name, reason });
      else if (name !== IDENTITY_NAME) unknown.push(name);
      continue;
    }
    const bytes = await store.read(name);
    if (bytes === undefined) continue; // compacted meanwhile
    try {
      rows += await countRows(TABLES[said.table], name, bytes);
      files++;
    } catch (error) {
      if (!(error instanceof ArchiveError)) throw error;
      damaged.push({ file: name, reason: error.message.split(`${name}: `)[1] ?? error.message });
    }
  }
  const counts = { files, rows, damaged, unknown };
  if (damaged.length > 0) return { ...counts, missing: [], contradictions: [] };
  const { minutes, contradictions } = await readEvents(store);
  const missing = [...(await missingEvents(store, minutes)), ...(await missingPositions(store))];
  return { ...counts, missing, contradictions };
}

async function countRows(table: Table, name: string, bytes: Uint8Array): Promise<number> {
  let rows = 0;
  const { batches } = await openTableFile(table, name, bytes);
  for await (const { length } of batches()) rows += length;
  return rows;
}

/** Reads the minutes of the events of each market, in order, and those that contradict themselves. */
async function readEvents(store: ArchiveStore) {
  const minutes = new Map<number, number[]>();
  const contradictions: { marketId: number; time: number }[] = [];
  for await (const event of currentEvents(store, { months: await monthsOf(store, FUNDING) })) {
    const { marketId, minute, row, others } = event;
    const own = minutes.get(marketId);
    if (own === undefined) minutes.set(marketId, [minute]);
    else own.push(minute);
    if (others.every((other) => sameValues(row, other))) continue;
    contradictions.push({ marketId, time: row.funding_time });
  }
  return { minutes, contradictions };
}

/** Compares the number of events of each answer with what is there of its range. */
async function missingEvents(
  store: ArchiveStore,
  minutes: ReadonlyMap<number, readonly number[]>,
): Promise<string[]> {
  const missing: string[] = [];
  for await (const row of scanRows(store, COVERAGE)) {
    const { market_id: id, events, oldest, newest } = row;
    if (oldest === null || newest === null) continue;
    const own = minutes.get(id) ?? [];
    const countUpTo = (time: number) => countWhile(own.length, (at) => (own[at] ?? 0) <= time);
    const found = countUpTo(minuteOf(newest)) - countUpTo(minuteOf(oldest) - 1);
    if (found >= events) continue;
    const range = `from ${isoTime(oldest)} to ${isoTime(newest)}`;
    missing.push(`market ${id}: ${found} of ${events} events ${range}`);
  }
  return missing;
}

/** Compares the positions that each snapshot lists with those that are there. */
async function missingPositions(store: ArchiveStore): Promise<string[]> {
  const missing: string[] = [];
  for (const month of await monthsOf(store, SNAPSHOTS)) {
    const portfolios = new Set<string>();
    for await (const row of scanRows(store, SNAPSHOTS, [month])) portfolios.add(row.portfolio_id);
    for (const portfolioId of portfolios) {
      const { snapshots, positions } = await readSnapshotMonth(store, portfolioId, month);
      for (const { snapshot_at: at, position_ids: ids } of snapshots) {
        const wanted = JSON.parse(ids) as string[];
        const found = wanted.filter((id) => (positions.get(id)?.[0]?.snapshot_at ?? at + 1) <= at);
        if (found.length === wanted.length) continue;
        missing.push(`snapshot ${isoTime(at)}: ${found.length} of ${wanted.length} positions`);
      }
    }
  }
  return missing;
}
