import type { ArchiveStore } from "../directory.js";
import { dataFiles, monthsOf } from "../names.js";
import {
  type AnyRow,
  COVERAGE,
  FUNDING,
  LEGS,
  MARKETS,
  POSITIONS,
  type RowOf,
  SNAPSHOTS,
  TABLES,
  type Table,
  type TableName,
} from "../tables.js";
import { currentEvents } from "./current-events.js";
import { scanRows } from "./scan.js";

/**
 * Yields the rows of a table that count: the newest of each event and market, and positions and legs
 * of finished snapshots; repeated rows once.
 * @param since leaves out what was recorded before, milliseconds since the epoch
 */
export async function* currentRows(
  store: ArchiveStore,
  name: TableName,
  since = Number.NEGATIVE_INFINITY,
): AsyncGenerator<AnyRow> {
  const { recorded }: Table = TABLES[name];
  for await (const row of rowsThatCount(since > 0 ? await storeSince(store, since) : store, name)) {
    if (Number(row[recorded]) >= since) yield row;
  }
}

/** Returns a store without the files that have older rows only: a newer row replaces an older one. */
async function storeSince(store: ArchiveStore, since: number): Promise<ArchiveStore> {
  const files = await dataFiles(store);
  const isOld = new Set(files.filter((it) => it.recorded < since).map(({ name }) => name));
  const list: ArchiveStore["list"] = async (prefix) =>
    (await store.list(prefix)).filter(({ name }) => !isOld.has(name));
  return { ...store, list };
}

async function* rowsThatCount(store: ArchiveStore, name: TableName): AsyncGenerator<AnyRow> {
  switch (name) {
    case "funding": {
      const months = await monthsOf(store, FUNDING);
      for await (const { row } of currentEvents(store, { months })) yield row;
      return;
    }
    case "markets":
      return yield* newestMarkets(store);
    case "coverage":
      return yield* once(COVERAGE, scanRows(store, COVERAGE));
    case "snapshots":
      return yield* once(SNAPSHOTS, scanRows(store, SNAPSHOTS));
    case "positions":
      return yield* finished(store, POSITIONS);
    case "legs":
      return yield* finished(store, LEGS);
  }
}

async function* newestMarkets(store: ArchiveStore): AsyncGenerator<AnyRow> {
  const newest = new Map<number, number>();
  for await (const { market_id: id, seen_at: seenAt } of scanRows(store, MARKETS)) {
    newest.set(id, Math.max(newest.get(id) ?? 0, seenAt));
  }
  for await (const row of scanRows(store, MARKETS)) {
    if (newest.get(row.market_id) !== row.seen_at) continue;
    newest.delete(row.market_id); // it may be repeated
    yield row;
  }
}

async function* finished<T extends typeof POSITIONS | typeof LEGS>(
  store: ArchiveStore,
  table: T,
): AsyncGenerator<AnyRow> {
  const snapshots = new Set<string>();
  const keyOf = (row: AnyRow) => `${row.portfolio_id} ${row.snapshot_at}`;
  for await (const row of scanRows(store, SNAPSHOTS)) snapshots.add(keyOf(row));
  for await (const row of once(table, scanRows(store, table))) {
    if (snapshots.has(keyOf(row))) yield row;
  }
}

/** Leaves out rows with the same keys of the order as the one before. */
async function* once<T extends Table>(
  table: T,
  rows: AsyncGenerator<RowOf<T>>,
): AsyncGenerator<AnyRow> {
  let last: RowOf<T> | undefined;
  for await (const row of rows) {
    const before = last;
    last = row;
    if (before !== undefined && table.sort.every((key) => row[key] === before[key])) continue;
    yield row as AnyRow;
  }
}
