import { countWhile, groupBy } from "../../base/collections.js";
import type { ArchiveStore } from "../directory.js";
import { dataFiles, monthsBetween } from "../names.js";
import type { RecordedPosition } from "../sync/rows.js";
import {
  LEGS,
  type LegRow,
  POSITIONS,
  type PositionRow,
  SNAPSHOTS,
  type SnapshotRow,
} from "../tables.js";
import { scanBatches, scanRows } from "./scan.js";

/** What was recorded of the positions of a portfolio in a month. */
interface RecordedMonth {
  /** In order of time. */
  readonly snapshots: readonly SnapshotRow[];
  /** By position, in order of time; rows of snapshots that were never finished are left out. */
  readonly positions: ReadonlyMap<string, readonly PositionRow[]>;
  /** By position, in order of time and place; likewise. */
  readonly legs: ReadonlyMap<string, readonly LegRow[]>;
}

/**
 * Reads what was recorded of a portfolio in a month, each row once. A closed position has a new row only
 * when it changes: the row that counts at a snapshot is the last one up to then, of the same month.
 */
export async function readSnapshotMonth(
  store: ArchiveStore,
  portfolioId: string,
  month: string,
): Promise<RecordedMonth> {
  const snapshots: SnapshotRow[] = [];
  for await (const row of scanRows(store, SNAPSHOTS, [month], portfolioId)) {
    const isNew = snapshots.at(-1)?.snapshot_at !== row.snapshot_at;
    if (row.portfolio_id === portfolioId && isNew) snapshots.push(row);
  }
  const finished = new Set(snapshots.map((row) => row.snapshot_at));
  const isOurs = (row: PositionRow | LegRow) =>
    row.portfolio_id === portfolioId && finished.has(row.snapshot_at);
  const positions = new Map<string, PositionRow[]>();
  for await (const row of scanRows(store, POSITIONS, [month], portfolioId)) {
    if (isOurs(row)) addOnce(positions, row, (it) => it.snapshot_at === row.snapshot_at);
  }
  const legs = new Map<string, LegRow[]>();
  for await (const row of scanRows(store, LEGS, [month], portfolioId)) {
    if (!isOurs(row)) continue;
    addOnce(legs, row, (it) => it.snapshot_at === row.snapshot_at && it.leg === row.leg);
  }
  return { snapshots, positions, legs };
}

/** Adds a row unless the one before it is the same. */
function addOnce<R extends { readonly position_id: string }>(
  rows: Map<string, R[]>,
  row: R,
  isSame: (before: R) => boolean,
): void {
  const own = rows.get(row.position_id);
  const last = own?.at(-1);
  if (own === undefined) rows.set(row.position_id, [row]);
  else if (last === undefined || !isSame(last)) own.push(row);
}

/** A snapshot of a portfolio. */
export interface RecordedSnapshot {
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** Every position that it lists. */
  readonly ids: ReadonlySet<string>;
  /** The positions whose rows were written with it; in the first snapshot all that it lists. */
  readonly positions: readonly RecordedPosition[];
}

/**
 * Returns the times of the snapshots of each portfolio, in order, milliseconds since the epoch.
 * @param portfolioId reads only the files of this one
 */
export async function snapshotTimes(
  store: ArchiveStore,
  portfolioId?: string,
): Promise<Map<string, number[]>> {
  const all = new Map<string, Set<number>>();
  const columns = ["portfolio_id", "snapshot_at"] as const;
  for await (const { length, columns: of } of scanBatches(
    store,
    SNAPSHOTS,
    { columns },
    portfolioId,
  )) {
    for (let index = 0; index < length; index++) {
      const id = of.portfolio_id[index] ?? "";
      const own = all.get(id) ?? new Set();
      all.set(id, own.add(of.snapshot_at[index] ?? 0));
    }
  }
  return new Map([...all].map(([id, times]) => [id, [...times].sort((a, b) => a - b)]));
}

/** Returns the portfolios of which there are snapshots, by the names of files. */
export async function ownersOf(store: ArchiveStore): Promise<string[]> {
  const files = await dataFiles(store, SNAPSHOTS);
  return [...new Set(files.flatMap(({ portfolioId }) => portfolioId ?? []))];
}

/**
 * Yields the snapshots of a portfolio in a range, in order; holds one month in memory.
 * @param range the first and the last snapshot, both included, milliseconds since the epoch
 */
export async function* recordedSnapshots(
  store: ArchiveStore,
  portfolioId: string,
  { from, to }: { readonly from: number; readonly to: number },
): AsyncGenerator<RecordedSnapshot> {
  let isFirst = true;
  for (const month of monthsBetween(from, to)) {
    const recorded = await readSnapshotMonth(store, portfolioId, month);
    const rows = [...recorded.positions.values()].flat();
    const written = groupBy(rows, ({ snapshot_at: at }) => at);
    let listed: { readonly text: string; readonly ids: ReadonlySet<string> } | undefined;
    for (const { snapshot_at: at, position_ids: text } of recorded.snapshots) {
      if (at < from || at > to) continue;
      if (listed?.text !== text) listed = { text, ids: new Set(JSON.parse(text) as string[]) };
      const { ids } = listed;
      const positions = isFirst ? rowsUpTo(recorded, at, ids) : (written.get(at) ?? []);
      isFirst = false;
      yield { at, ids, positions: positions.map((row) => withLegs(row, recorded)) };
    }
  }
}

/** Returns the rows that count at a snapshot: the last of each position in the month up to then. */
function rowsUpTo(
  { positions }: RecordedMonth,
  at: number,
  ids: ReadonlySet<string>,
): PositionRow[] {
  return [...ids].flatMap(
    (id) => positions.get(id)?.findLast(({ snapshot_at: seen }) => seen <= at) ?? [],
  );
}

function withLegs(position: PositionRow, { legs }: RecordedMonth): RecordedPosition {
  const { position_id: id, snapshot_at: at } = position;
  return { position, legs: legsAt(legs.get(id) ?? [], at) };
}

/** Returns the legs of a snapshot, which follow one another. */
function legsAt(legs: readonly LegRow[], at: number): LegRow[] {
  const begin = countWhile(legs.length, (index) => (legs[index]?.snapshot_at ?? at) < at);
  let end = begin;
  while (legs[end]?.snapshot_at === at) end++;
  return legs.slice(begin, end);
}
