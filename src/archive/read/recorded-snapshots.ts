import { countWhile, groupBy } from "../../base/collections.js";
import type { ArchiveStore } from "../directory.js";
import { dataFiles, monthsBetween } from "../names.js";
import type { RecordedPosition } from "../sync/position-rows.js";
import { type LegRow, type PositionRow, SNAPSHOTS } from "../tables.js";
import { scanBatches } from "./scan.js";
import { type RecordedMonth, readSnapshotMonth } from "./snapshots.js";

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
