import type { ArchiveStore } from "../directory.js";
import { COVERAGE } from "../tables.js";
import { scanBatches } from "./scan.js";
import { joined, type Span } from "./spans.js";

/** Number of ranges of a market at which they are joined. */
const MANY = 16;

/**
 * Returns for each market the ranges that were requested and answered, joined and in order. Most rows begin
 * where the one before ended, so that little is held of many.
 */
export async function coverageOf(store: ArchiveStore): Promise<Map<number, readonly Span[]>> {
  const found = new Map<number, Span[]>();
  for await (const { length, columns: of } of scanBatches(store, COVERAGE, { columns })) {
    for (let index = 0; index < length; index++) {
      const market = of.market_id[index] ?? 0;
      const start = of.range_start[index] ?? 0;
      const end = of.range_end[index] ?? 0;
      const spans = found.get(market) ?? [];
      const last = spans.at(-1);
      if (last !== undefined && start >= last.start && start <= last.end) {
        if (end > last.end) spans[spans.length - 1] = { start: last.start, end };
        continue;
      }
      spans.push({ start, end });
      found.set(market, spans.length < MANY ? spans : joined(spans));
    }
  }
  return new Map([...found].map(([market, spans]) => [market, joined(spans)]));
}

const columns = ["market_id", "range_start", "range_end"] as const;
