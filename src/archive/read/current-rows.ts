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
import { currentEvents, type EventRange } from "./current-events.js";
import { coverageBy } from "./joined-coverage.js";
import { monthsOf } from "./load-month.js";
import { scanRows } from "./scan.js";

type Limits = Omit<EventRange, "months">;

/**
 * Yields the rows of a table that count: the newest of each event, day and market, and positions and legs
 * of finished snapshots; repeated rows once.
 * @param limits `asOf` holds for each table, the others save work for events
 */
export async function* currentRows(
  store: ArchiveStore,
  name: TableName,
  limits: Limits = {},
): AsyncGenerator<AnyRow> {
  const scan = <T extends Table>(table: T) => recordedRows(store, limits, table);
  switch (name) {
    case "funding": {
      const months = await monthsOf(store, FUNDING);
      for await (const { row } of currentEvents(store, { ...limits, months })) yield row;
      return;
    }
    case "funding_daily":
      return yield* newestOf(
        () => scan(FUNDING_DAILY),
        ({ market_id, day, raw }) => (day === null ? `${market_id} ${raw}` : `${market_id} ${day}`),
      );
    case "markets":
      return yield* newestOf(
        () => scan(MARKETS),
        ({ market_id }) => String(market_id),
      );
    case "coverage":
      return yield* once(COVERAGE, scan(COVERAGE));
    case "snapshots":
      return yield* once(SNAPSHOTS, scan(SNAPSHOTS));
    case "positions":
      return yield* finished(store, POSITIONS, scan(POSITIONS));
    case "legs":
      return yield* finished(store, LEGS, scan(LEGS));
  }
}

/** Yields every row of a table, all versions and unfinished snapshots included. */
export function allRows(
  store: ArchiveStore,
  name: TableName,
  limits: Limits = {},
): AsyncGenerator<AnyRow> {
  const table: Table = TABLES[name];
  return recordedRows(store, limits, table) as AsyncGenerator<AnyRow>;
}

/** Yields the rows of a table that were recorded by a moment. */
async function* recordedRows<T extends Table>(
  store: ArchiveStore,
  { asOf }: Limits,
  table: T,
): AsyncGenerator<RowOf<T>> {
  const rows = scanRows(store, table);
  if (asOf === undefined) return yield* rows;
  const cut = table.name === COVERAGE.name ? await coverageBy(store, asOf) : undefined;
  for await (const row of rows) {
    const kept = Number(row[table.recorded]) <= asOf ? row : cut?.(row as never);
    if (kept !== undefined) yield kept;
  }
}

/** @param scan reads the rows; called twice */
async function* newestOf<R extends AnyRow & { readonly seen_at: number }>(
  scan: () => AsyncGenerator<R>,
  keyOf: (row: R) => string,
): AsyncGenerator<AnyRow> {
  const newest = new Map<string, number>();
  for await (const row of scan()) {
    const key = keyOf(row);
    newest.set(key, Math.max(newest.get(key) ?? 0, row.seen_at));
  }
  for await (const row of scan()) {
    const key = keyOf(row);
    if (newest.get(key) !== row.seen_at) continue;
    newest.delete(key); // it may be repeated
    yield row;
  }
}

async function* finished<T extends typeof POSITIONS | typeof LEGS>(
  store: ArchiveStore,
  table: T,
  rows: AsyncGenerator<RowOf<T>>,
): AsyncGenerator<AnyRow> {
  const snapshots = new Set<string>();
  const keyOf = (row: { readonly portfolio_id: string; readonly snapshot_at: number }) =>
    `${row.portfolio_id} ${row.snapshot_at}`;
  for await (const row of scanRows(store, SNAPSHOTS)) snapshots.add(keyOf(row));
  for await (const row of once(table, rows)) {
    if (snapshots.has(keyOf(row as never))) yield row;
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
