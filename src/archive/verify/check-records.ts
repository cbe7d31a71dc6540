import { isoTime } from "../../base/time/iso-time.js";
import { MINUTE_MS, minuteOf } from "../../base/time/periods.js";
import { monthOf } from "../names.js";
import { compareValues } from "../parquet/batch.js";
import { monthsOf } from "../read/load-month.js";
import { scanBatches, scanRows } from "../read/scan.js";
import { readSnapshotMonth } from "../read/snapshots.js";
import type { ArchiveStore } from "../store.js";
import { COVERAGE, type CoverageRow, SNAPSHOTS } from "../tables.js";
import { type Contradiction, checkEvents } from "./check-events.js";
import type { EventMinutes } from "./event-minutes.js";

/** Result of comparing the records of all files. */
export interface CheckedRecords {
  /** Events with different values in one answer. */
  readonly contradictions: readonly Contradiction[];
  /** Sentences about missing records. */
  readonly missing: readonly string[];
}

/**
 * Compares records with one another: every event that coverage counts, and every position of a snapshot,
 * has to be there.
 * @param least first market of each file of settled funding, by its name, as far as it is known
 * @throws {ArchiveError} when a file is damaged
 */
export async function checkRecords(
  store: ArchiveStore,
  least?: ReadonlyMap<string, number>,
): Promise<CheckedRecords> {
  const { minutes, contradictions } = await checkEvents(store, least);
  const missing = [...(await missingEvents(store, minutes)), ...(await missingPositions(store))];
  return { contradictions, missing };
}

/** Columns that say what was answered, and those of the order. */
const ANSWERS = ["market_id", "range_start", "seen_at", "events", "oldest", "newest"] as const;

/** An answer, and how many of its events are there. */
type Answer = Pick<CoverageRow, (typeof ANSWERS)[number]> & { readonly found: number };

/** Compares the number of events of each answer with what is there of its range. */
async function missingEvents(store: ArchiveStore, minutes: EventMinutes): Promise<string[]> {
  const lacking: Answer[] = [];
  for await (const { length, columns: of } of scanBatches(store, COVERAGE, { columns: ANSWERS })) {
    for (let index = 0; index < length; index++) {
      const [oldest = null, newest = null] = [of.oldest[index], of.newest[index]];
      if (oldest === null || newest === null) continue;
      const [market_id = 0, events = 0] = [of.market_id[index], of.events[index]];
      const [from, to] = [minuteOf(oldest) / MINUTE_MS, minuteOf(newest) / MINUTE_MS];
      const found = minutes.count(market_id, from, to);
      if (found >= events) continue;
      const [range_start = 0, seen_at = 0] = [of.range_start[index], of.seen_at[index]];
      lacking.push({ market_id, range_start, seen_at, events, oldest, newest, found });
    }
  }
  return lacking.sort(inOrder).map(({ market_id: id, events, oldest, newest, found }) => {
    const [from, to] = [oldest, newest].map((time) => isoTime(time ?? 0));
    return `market ${id}: ${found} of ${events} events from ${from} to ${to}`;
  });
}

/** Compares two answers by month, and within a month by the order of their table. */
function inOrder(a: Answer, b: Answer): number {
  return (
    compareValues(monthOf(a.seen_at), monthOf(b.seen_at)) ||
    a.market_id - b.market_id ||
    a.range_start - b.range_start ||
    a.seen_at - b.seen_at
  );
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
        missing.push(`snapshot ${isoTime(at)}: ${found.length} of ${wanted.length} positions`);
      }
    }
  }
  return missing;
}
