import { monthOf } from "../names.js";
import type { ArchiveStore } from "../store.js";
import type { CoverageRow } from "../tables.js";
import { type Group, groupsOf } from "./event-groups.js";

/**
 * Joins rows of a market whose ranges touch. The joined row has the last and the first time of recording,
 * and the largest number of events, since the answers overlap.
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
  const first = Math.min(a.first_seen_at ?? a.seen_at, b.first_seen_at ?? b.seen_at);
  const seenAt = Math.max(a.seen_at, b.seen_at);
  const bIsLast = b.seen_at > a.seen_at || (b.seen_at === a.seen_at && b.request > a.request);
  return {
    ...(bIsLast ? b : a),
    range_start: Math.min(a.range_start, b.range_start),
    range_end: Math.max(a.range_end, b.range_end),
    events: Math.max(a.events, b.events),
    oldest: oneOf(Math.min, a.oldest, b.oldest),
    newest: oneOf(Math.max, a.newest, b.newest),
    first_seen_at: first === seenAt ? null : first,
  };
}

function oneOf(
  choose: (a: number, b: number) => number,
  a: number | null,
  b: number | null,
): number | null {
  return a === null || b === null ? (a ?? b) : choose(a, b);
}

type Times = Pick<CoverageRow, "market_id" | "range_end" | "seen_at" | "first_seen_at">;

/**
 * Creates a function that returns what of a row was recorded by a moment; undefined for nothing. A joined row
 * that was recorded before and after it ends with its first answer, or the newest event recorded by then.
 */
export async function coverageBy(store: ArchiveStore, moment: number) {
  const newest = new Map<number, number>();
  const add = ({ market, minute }: Group) => newest.set(market, minute); // in order of time
  const range = { months: [monthOf(moment)], asOf: moment }; // rows of one month are joined
  for await (const _ of groupsOf(store, range, KEYS, add));
  return <R extends Times>(row: R): R | undefined => {
    const first = row.first_seen_at ?? row.seen_at;
    if (row.seen_at <= moment) return row;
    if (first > moment) return undefined;
    const until = Math.min(moment, Math.max(first, newest.get(row.market_id) ?? first));
    return {
      ...row,
      ...{ range_end: Math.min(row.range_end, until), seen_at: until },
      ...{ first_seen_at: first === until ? null : first },
      ...{ events: 0, oldest: null, newest: null },
    };
  };
}

const KEYS = ["market_id", "funding_time", "seen_at"] as const;
