import type { ArchiveStore } from "../store.js";
import { COVERAGE } from "../tables.js";
import { scanBatches } from "./scan.js";
import { joined, type Span } from "./spans.js";

/** How far a range may reach beyond now: clocks of services differ a little. */
const TOLERANCE_MS = 3_600_000;

/** Ranges that are joined before there are more of them. */
const MANY = 256;

/**
 * Returns for each market the ranges that were requested and answered, joined and in order. A range
 * that ends in the future was recorded under a clock that was wrong, and counts up to its newest
 * event.
 * @param now milliseconds since the epoch
 * @param asOf ignores what was recorded later, milliseconds since the epoch
 */
export async function coverageOf(
  store: ArchiveStore,
  now: number,
  asOf = Number.POSITIVE_INFINITY,
): Promise<Map<number, readonly Span[]>> {
  const found = new Map<number, Span[]>();
  const columns = ["market_id", "range_start", "range_end", "newest", "seen_at"] as const;
  for await (const { length, columns: of } of scanBatches(store, COVERAGE, { columns })) {
    for (let index = 0; index < length; index++) {
      if ((of.seen_at[index] ?? 0) > asOf) continue;
      const market = of.market_id[index] ?? 0;
      const start = of.range_start[index] ?? 0;
      const written = of.range_end[index] ?? 0;
      const end = written > now + TOLERANCE_MS ? Math.min(of.newest[index] ?? start, now) : written;
      const spans = found.get(market) ?? [];
      spans.push({ start, end });
      found.set(market, spans.length < MANY ? spans : joined(spans));
    }
  }
  return new Map([...found].map(([market, spans]) => [market, joined(spans)]));
}
