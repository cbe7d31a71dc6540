import { MINUTE_MS } from "../../base/periods.js";
import { monthsOf } from "../read/load-month.js";
import { scanRows } from "../read/scan.js";
import { readSnapshotMonth } from "../read/snapshots.js";
import type { ArchiveStore } from "../store.js";
import { COVERAGE, minuteOf, SNAPSHOTS } from "../tables.js";
import { type Contradiction, checkEvents } from "./check-events.js";
import type { EventMinutes } from "./event-minutes.js";

/** What the records of all files say together. */
export interface CheckedRecords {
  /** Events with different values in one answer. */
  readonly contradictions: readonly Contradiction[];
  /** Sentences about what is missing. */
  readonly missing: readonly string[];
}

/**
 * Compares records with one another: every event that coverage speaks of, and every position of a
 * snapshot, has to be there.
 * @throws {ArchiveError} when a file is damaged
 */
export async function checkRecords(store: ArchiveStore): Promise<CheckedRecords> {
  const { minutes, contradictions } = await checkEvents(store);
  const missing = [...(await missingEvents(store, minutes)), ...(await missingPositions(store))];
  return { contradictions, missing };
}

/** Compares the number of events of each answer with what is there of its range. */
async function missingEvents(store: ArchiveStore, minutes: EventMinutes): Promise<string[]> {
  const missing: string[] = [];
  for await (const { market_id: id, events, oldest, newest } of scanRows(store, COVERAGE)) {
    if (oldest === null || newest === null) continue;
    const found = minutes.count(id, minuteOf(oldest) / MINUTE_MS, minuteOf(newest) / MINUTE_MS);
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
