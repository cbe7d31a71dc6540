import type { ArchiveStore } from "../store.js";
import {
  type AnyRow,
  COVERAGE,
  FUNDING,
  FUNDING_DAILY,
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
import { monthsOf } from "./load-month.js";
import { scanRows } from "./scan.js";

/**
 * Yields the rows of a table that count: of each event, day and market the newest, and of positions
 * and legs those of finished snapshots; a row that is there twice once.
 */
export async function* currentRows(store: ArchiveStore, name: TableName): AsyncGenerator<AnyRow> {
  switch (name) {
    case "funding":
      for await (const { row } of currentEvents(store, {
        months: await monthsOf(store, FUNDING),
      })) {
        yield row;
      }
      return;
    case "funding_daily":
      return yield* newestOf(store, FUNDING_DAILY, ({ market_id, day, raw }) =>
        day === null ? `${market_id} ${raw}` : `${market_id} ${day}`,
      );
    case "markets":
      return yield* newestOf(store, MARKETS, ({ market_id }) => String(market_id));
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

/** Yields every row of a table, all versions and unfinished snapshots included. */
export async function* allRows(store: ArchiveStore, name: TableName): AsyncGenerator<AnyRow> {
  yield* scanRows(store, TABLES[name] as Table) as AsyncGenerator<AnyRow>;
}

async function* newestOf<T extends typeof FUNDING_DAILY | typeof MARKETS>(
  store: ArchiveStore,
  table: T,
  keyOf: (row: RowOf<T>) => string,
): AsyncGenerator<AnyRow> {
  const newest = new Map<string, number>();
  for await (const row of scanRows(store, table)) {
    const key = keyOf(row);
    newest.set(key, Math.max(newest.get(key) ?? 0, row.seen_at as number));
  }
  for await (const row of scanRows(store, table)) {
    const key = keyOf(row);
    if (newest.get(key) !== row.seen_at) continue;
    newest.delete(key); // a row that is there twice
    yield row as AnyRow;
  }
}

async function* finished<T extends typeof POSITIONS | typeof LEGS>(
  store: ArchiveStore,
  table: T,
): AsyncGenerator<AnyRow> {
  const snapshots = new Set<string>();
  const keyOf = (row: { readonly portfolio_id: string; readonly snapshot_at: number }) =>
    `${row.portfolio_id} ${row.snapshot_at}`;
  for await (const row of scanRows(store, SNAPSHOTS)) snapshots.add(keyOf(row));
  for await (const row of once(table, scanRows(store, table))) {
    if (snapshots.has(keyOf(row as never))) yield row;
  }
}

/** Leaves out a row that has the same place in the order as the one before it. */
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
