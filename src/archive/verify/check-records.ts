import { currentEvents } from "../read/current-events.js";
import { monthsOf } from "../read/load-month.js";
import { scanRows } from "../read/scan.js";
import { readSnapshotMonth } from "../read/snapshots.js";
import type { ArchiveStore } from "../store.js";
import { sameValues } from "../sync/correction.js";
import { COVERAGE, FUNDING, minuteOf, SNAPSHOTS } from "../tables.js";

/** What the records of all files say together. */
export interface CheckedRecords {
  /** Events with different values in one answer. */
  readonly contradictions: readonly { readonly marketId: number; readonly time: number }[];
  /** Sentences about what is missing. */
  readonly missing: readonly string[];
}

/** Minutes of the events of a market, in order, in four bytes each. */
type Minutes = number[];

/**
 * Compares records with one another: every event that coverage speaks of, and every position of a
 * snapshot, has to be there.
 * @throws {ArchiveError} when a file is damaged
 */
export async function checkRecords(store: ArchiveStore): Promise<CheckedRecords> {
  const contradictions: { marketId: number; time: number }[] = [];
  const minutes = new Map<number, Minutes>();
  for await (const { marketId, minute, row, others } of currentEvents(store, {
    months: await monthsOf(store, FUNDING),
  })) {
    const own = minutes.get(marketId) ?? [];
    own.push(minute / 60_000);
    minutes.set(marketId, own);
    if (others.some((other) => !sameValues(row, other))) {
      contradictions.push({ marketId, time: row.funding_time });
    }
  }
  const missing = [...(await missingEvents(store, minutes)), ...(await missingPositions(store))];
  return { contradictions, missing };
}

/** Compares the number of events of each answer with what is there of its range. */
async function missingEvents(
  store: ArchiveStore,
  minutes: ReadonlyMap<number, Minutes>,
): Promise<string[]> {
  const missing: string[] = [];
  for await (const { market_id: id, events, oldest, newest } of scanRows(store, COVERAGE)) {
    if (oldest === null || newest === null) continue;
    const own = minutes.get(id) ?? [];
    const [from, to] = [oldest, newest].map((time) => minuteOf(time) / 60_000);
    const found = firstAfter(own, to ?? 0) - firstAfter(own, (from ?? 0) - 1);
    if (found >= events) continue;
    const range = `${new Date(oldest).toISOString()} to ${new Date(newest).toISOString()}`;
    missing.push(`market ${id}: ${found} of ${events} events from ${range}`);
  }
  return missing;
}

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
        const time = new Date(at).toISOString();
        missing.push(`snapshot ${time}: ${found.length} of ${wanted.length} positions`);
      }
    }
  }
  return missing;
}

/** Returns the index of the first number above a limit in a sorted list. */
function firstAfter(sorted: Minutes, limit: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) > limit) high = middle;
    else low = middle + 1;
  }
  return low;
}
