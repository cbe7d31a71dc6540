import { once } from "../../base/once.js";
import type { ArchiveStore } from "../store.js";
import { COVERAGE } from "../tables.js";
import { coverageBy } from "./joined-coverage.js";
import { scanBatches } from "./scan.js";
import { joined, type Span } from "./spans.js";

/** How far a range may end after `now`: clocks differ a little. */
const TOLERANCE_MS = 3_600_000;

/** Number of ranges of a market at which they are joined. */
const MANY = 16;

/**
 * Returns for each market the ranges that were requested and answered, joined and in order. A range
 * that ends in the future was recorded under a wrong clock, and counts up to its newest event. Most rows
 * begin where the one before ended, so that little is held of many.
 * @param now milliseconds since the epoch
 * @param asOf ignores what was recorded later, milliseconds since the epoch
 */
export async function coverageOf(
  store: ArchiveStore,
  now: number,
  asOf = Number.POSITIVE_INFINITY,
): Promise<Map<number, readonly Span[]>> {
  const found = new Map<number, Span[]>();
  const cut = once(() => coverageBy(store, asOf));
  for await (const { length, columns: of } of scanBatches(store, COVERAGE, { columns })) {
    for (let index = 0; index < length; index++) {
      const seen = of.seen_at[index] ?? 0;
      const first = of.first_seen_at[index] ?? seen;
      if (first > asOf) continue;
      const market = of.market_id[index] ?? 0;
      const start = of.range_start[index] ?? 0;
      const written = of.range_end[index] ?? 0;
      const known =
        written > now + TOLERANCE_MS ? Math.min(of.newest[index] ?? start, now) : written;
      const row = { market_id: market, range_end: known, seen_at: seen, first_seen_at: first };
      const end = seen > asOf ? ((await cut())(row)?.range_end ?? start) : known;
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

const columns = [
  "market_id",
  "range_start",
  "range_end",
  "newest",
  "seen_at",
  "first_seen_at",
] as const;
