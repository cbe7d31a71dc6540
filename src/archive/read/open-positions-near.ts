import { monthOf } from "../names.js";
import { rowAt } from "../parquet/batch.js";
import type { ArchiveStore } from "../store.js";
import { POSITIONS, type PositionRow, SNAPSHOTS } from "../tables.js";
import { loadMonth, monthsOf } from "./load-month.js";

/** The open positions of a snapshot. */
export interface RecordedPositions {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly rows: readonly PositionRow[];
}

/**
 * Returns the open positions of the snapshot of a portfolio that is nearest to an instant, or else of the
 * last one before; undefined without one. Reads the rows of that snapshot alone.
 * @param instant milliseconds since the epoch
 * @param withinMs how far from it a snapshot may be that is after it
 */
export async function openPositionsNear(
  store: ArchiveStore,
  portfolioId: string,
  instant: number,
  withinMs: number,
): Promise<RecordedPositions | undefined> {
  const newest = monthOf(instant + withinMs);
  const months = (await monthsOf(store, SNAPSHOTS)).filter((month) => month <= newest);
  let at: number | undefined;
  for (const month of months.reverse()) {
    if (at !== undefined && month < monthOf(2 * instant - at)) break; // nothing nearer is in it
    at = nearest([
      ...(await timesIn(store, portfolioId, month)),
      ...(at === undefined ? [] : [at]),
    ]);
  }
  if (at === undefined) return undefined;
  return { at, rows: await openRows(store, portfolioId, at) };

  function nearest(times: readonly number[]): number | undefined {
    const possible = times.filter((time) => time <= instant + withinMs);
    return possible.toSorted((a, b) => Math.abs(a - instant) - Math.abs(b - instant))[0];
  }
}

async function timesIn(store: ArchiveStore, portfolioId: string, month: string) {
  const times: number[] = [];
  const columns = ["portfolio_id", "snapshot_at"] as const;
  for (const file of await loadMonth(store, SNAPSHOTS, month)) {
    for await (const { length, columns: of } of file.batches({ columns })) {
      for (let index = 0; index < length; index++) {
        if (of.portfolio_id[index] === portfolioId) times.push(of.snapshot_at[index] ?? 0);
      }
    }
  }
  return times;
}

/** An open position has a row in each snapshot; one that is there twice is given once. */
async function openRows(store: ArchiveStore, portfolioId: string, at: number) {
  const rows = new Map<string, PositionRow>();
  const only = { column: "snapshot_at", values: new Set([at]) } as const;
  for (const file of await loadMonth(store, POSITIONS, monthOf(at))) {
    for await (const batch of file.batches({ only })) {
      for (let index = 0; index < batch.length; index++) {
        const row = rowAt(POSITIONS, batch, index);
        const isWanted = row.portfolio_id === portfolioId && row.status === "open";
        if (isWanted) rows.set(row.position_id, row);
      }
    }
  }
  return [...rows.values()];
}
