import { ArchiveError } from "../errors.js";
import { type DataFile, filesOfMonth, monthOf, monthsBetween } from "../names.js";
import { rowAt } from "../parquet/batch.js";
import { openTableFile } from "../parquet/read.js";
import type { ArchiveStore } from "../store.js";
import { POSITIONS, type PositionRow, SNAPSHOTS, type Table } from "../tables.js";
import { monthsOf } from "./load-month.js";

/** The open positions of a snapshot. */
export interface RecordedPositions {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly rows: readonly PositionRow[];
}

/** Files of a month that are opened at most; in the archive of one portfolio the first is the right one. */
const MOST_FILES = 16;

/**
 * Returns the open positions of the snapshot of a portfolio that is nearest to an instant, or else of the
 * last one before; undefined without one. The names of files say when a snapshot was taken, so that few
 * are opened: of one portfolio among many, one that is further back may be missed.
 * @param instant milliseconds since the epoch
 * @param withinMs how far from it a snapshot may be that is after it
 * @throws {ArchiveError} also when a file is being replaced
 */
export async function openPositionsNear(
  store: ArchiveStore,
  portfolioId: string,
  instant: number,
  withinMs: number,
): Promise<RecordedPositions | undefined> {
  const latest = instant + withinMs;
  const farOf = (time: number) => Math.abs(time - instant);
  let at: number | undefined;
  for await (const month of monthsBefore(store, instant - withinMs, latest)) {
    if (at !== undefined && month < monthOf(2 * instant - at)) break; // nothing nearer is in it
    const files = (await filesOfMonth(store, SNAPSHOTS, month, portfolioId)).sort(byRecorded);
    const later = files.find(({ recorded }) => recorded > latest); // joined, it has what is before
    const before = files.filter(({ recorded }) => recorded <= latest);
    const near = before.sort((a, b) => farOf(a.recorded) - farOf(b.recorded));
    for (const file of [...near, ...(later ? [later] : [])].slice(0, MOST_FILES)) {
      const times = (await timesIn(store, portfolioId, file)).filter((time) => time <= latest);
      if (times.length === 0) continue;
      const all = [...times, ...(at === undefined ? [] : [at])];
      at = all.sort((a, b) => farOf(a) - farOf(b))[0];
      break;
    }
  }
  return at === undefined ? undefined : { at, rows: await openRows(store, portfolioId, at) };
}

const byRecorded = (a: DataFile, b: DataFile) => a.recorded - b.recorded;

/** Yields the months of a range, the newest first, and then those before it, for which all files are listed. */
async function* monthsBefore(store: ArchiveStore, from: number, to: number) {
  yield* monthsBetween(from, to).reverse();
  const older = (await monthsOf(store, SNAPSHOTS)).filter((month) => month < monthOf(from));
  yield* older.reverse();
}

async function openFile<T extends Table>(store: ArchiveStore, table: T, { name }: DataFile) {
  const bytes = await store.read(name);
  if (bytes !== undefined) return openTableFile(table, name, bytes);
  throw new ArchiveError("archive", `${name} was replaced meanwhile`);
}

async function timesIn(store: ArchiveStore, portfolioId: string, file: DataFile) {
  const times: number[] = [];
  const columns = ["portfolio_id", "snapshot_at"] as const;
  const { batches } = await openFile(store, SNAPSHOTS, file);
  for await (const { length, columns: of } of batches({ columns })) {
    for (let index = 0; index < length; index++) {
      if (of.portfolio_id[index] === portfolioId) times.push(of.snapshot_at[index] ?? 0);
    }
  }
  return times;
}

/** An open position has a row in each snapshot, whose file is named after it until it is joined to others. */
async function openRows(store: ArchiveStore, portfolioId: string, at: number) {
  const rows = new Map<string, PositionRow>(); // one that is there twice is given once
  const only = { column: "snapshot_at", values: new Set([at]) } as const;
  const files = (await filesOfMonth(store, POSITIONS, monthOf(at), portfolioId)).sort(byRecorded);
  const own = files.filter(({ recorded }) => recorded === at);
  const joined = files.filter(({ recorded }) => recorded > at).slice(0, MOST_FILES);
  for (const file of own.length > 0 ? own : joined) {
    const { batches } = await openFile(store, POSITIONS, file);
    for await (const batch of batches({ only })) {
      for (let index = 0; index < batch.length; index++) {
        const row = rowAt(POSITIONS, batch, index);
        const isWanted = row.portfolio_id === portfolioId && row.status === "open";
        if (isWanted) rows.set(row.position_id, row);
      }
    }
  }
  return [...rows.values()];
}
