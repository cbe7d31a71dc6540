import { rowAt } from "../batch.js";
import type { ArchiveStore } from "../directory.js";
import { ArchiveError } from "../errors.js";
import { type DataFile, dataFiles, monthOf, monthsBetween, monthsOf } from "../names.js";
import { openTableFile } from "../parquet.js";
import { POSITIONS, type PositionRow, SNAPSHOTS, type Table } from "../tables.js";

/** The open positions of a snapshot. */
export interface RecordedPositions {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly rows: readonly PositionRow[];
}

/** Maximum number of files of a month that are opened; with one portfolio the first is the right one. */
const MOST_FILES = 16;

/**
 * Returns the open positions of a portfolio at the snapshot nearest to an instant; undefined without one. The
 * names of files say when a snapshot was taken, so that few are opened: one that is far back may be missed
 * where many portfolios are recorded.
 * @param instant milliseconds since the epoch
 * @param withinMs how long after the instant a snapshot may be
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
  const found: number[] = [];
  const nearest = () => found.sort((a, b) => farOf(a) - farOf(b))[0];
  const open = async (file: DataFile) => {
    const times = await timesIn(store, portfolioId, file);
    for (const time of times) if (time <= latest) found.push(time);
    return times.length > 0;
  };
  for await (const month of monthsBefore(store, instant - withinMs, latest)) {
    const known = nearest();
    if (known !== undefined && month < monthOf(2 * instant - known)) break; // nothing nearer is in it
    const files = (await dataFiles(store, SNAPSHOTS, { month, portfolioId })).sort(byRecorded);
    const later = files.find(({ recorded }) => recorded > latest); // a joined file has earlier snapshots
    const before = files.filter(({ recorded }) => recorded <= latest);
    const near = before.sort((a, b) => farOf(a.recorded) - farOf(b.recorded));
    for (const file of near.slice(0, MOST_FILES)) if (await open(file)) break;
    if (later !== undefined && farOf(nearest() ?? Number.NEGATIVE_INFINITY) > withinMs)
      await open(later);
  }
  const at = nearest();
  return at === undefined ? undefined : { at, rows: await openRows(store, portfolioId, at) };
}

const byRecorded = (a: DataFile, b: DataFile) => a.recorded - b.recorded;

/** Yields the months of a range, the newest first, then those before it, for which all files are listed. */
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

/** Reads the open positions of a snapshot, whose file has its time in the name until it is joined. */
async function openRows(store: ArchiveStore, portfolioId: string, at: number) {
  const rows = new Map<string, PositionRow>(); // by id, since rows may be repeated
  const only = { column: "snapshot_at", values: new Set([at]) } as const;
  const files = (await dataFiles(store, POSITIONS, { month: monthOf(at), portfolioId })).sort(
    byRecorded,
  );
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
