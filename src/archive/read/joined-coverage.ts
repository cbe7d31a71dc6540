import type { CoverageRow } from "../tables.js";

/**
 * Joins rows of a market whose ranges touch. The joined row has the last time of recording, and the largest
 * number of events, since the answers overlap.
 * @param rows in the order of the table
 */
export async function* joinedCoverage(
  rows: AsyncIterable<CoverageRow>,
): AsyncGenerator<CoverageRow> {
  let last: CoverageRow | undefined;
  for await (const row of rows) {
    if (last?.market_id === row.market_id && row.range_start <= last.range_end) {
      last = joined(last, row);
      continue;
    }
    if (last !== undefined) yield last;
    last = row;
  }
  if (last !== undefined) yield last;
}

function joined(a: CoverageRow, b: CoverageRow): CoverageRow {
  return {
    ...(b.seen_at > a.seen_at ? b : a),
    range_start: Math.min(a.range_start, b.range_start),
    range_end: Math.max(a.range_end, b.range_end),
    events: Math.max(a.events, b.events),
    oldest: oneOf(Math.min, a.oldest, b.oldest),
    newest: oneOf(Math.max, a.newest, b.newest),
  };
}

function oneOf(
  choose: (a: number, b: number) => number,
  a: number | null,
  b: number | null,
): number | null {
  return a === null || b === null ? (a ?? b) : choose(a, b);
}
