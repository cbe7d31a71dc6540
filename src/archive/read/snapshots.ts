import type { ArchiveStore } from "../directory.js";
import {
  LEGS,
  type LegRow,
  POSITIONS,
  type PositionRow,
  SNAPSHOTS,
  type SnapshotRow,
} from "../tables.js";
import { scanRows } from "./scan.js";

/** What was recorded of the positions of a portfolio in a month. */
export interface RecordedMonth {
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
