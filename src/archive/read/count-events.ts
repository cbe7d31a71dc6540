import { minuteOf } from "../../base/periods.js";
import type { ArchiveStore } from "../store.js";
import { FUNDING } from "../tables.js";
import { loadMonth } from "./load-month.js";
import { mergeFiles } from "./merge.js";

/** Returns the number of events of each market, each event once; reads no texts. */
export async function countEvents(
  store: ArchiveStore,
  months: readonly string[],
): Promise<Map<number, number>> {
  const counts = new Map<number, number>();
  const columns = ["market_id", "funding_time", "seen_at"] as const;
  for (const month of months) {
    const files = await loadMonth(store, FUNDING, month);
    let market = -1;
    let minute = Number.NaN;
    for await (const { batch, from, to } of mergeFiles(FUNDING, files, { columns })) {
      for (let index = from; index < to; index++) {
        const id = batch.columns.market_id[index] ?? 0;
        const at = minuteOf(batch.columns.funding_time[index] ?? 0);
        if (id === market && at === minute) continue;
        market = id;
        minute = at;
        counts.set(id, (counts.get(id) ?? 0) + 1);
      }
    }
  }
  return counts;
}
