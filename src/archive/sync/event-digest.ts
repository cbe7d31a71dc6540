import type { FundingRow } from "../tables.js";

/** The content of a row: its fields without the market and the moment at which it was recorded. */
export type EventContent = Omit<FundingRow, "market_id" | "seen_at">;

/** Returns a digest of the rows of an event, in any order and with repetitions. */
export function digestOf(rows: readonly EventContent[]): number {
  const [first] = rows;
  if (first !== undefined && rows.length === 1) return digestOfRow(first);
  return digestOfRow({ ...NOTHING, raw: [...new Set(rows.map(digestOfRow))].sort().join() });
}

const NOTHING: EventContent = {
  funding_time: 0,
  funding_time_text: null,
  funding_rate: null,
  mark_price: null,
  funding_interval: null,
  raw: null,
};

/**
 * Returns a digest of 53 bits of the content of a row (cyrb53, public domain): two contents have the same
 * one once in 10^16 times. It makes no text of the row, since a sync compares all events.
 */
function digestOfRow(row: EventContent): number {
  const { funding_time: time, funding_time_text, funding_rate, mark_price, raw } = row;
  let high = 0xdeadbeef | 0;
  let low = 0x41c6ce57;
  for (const number of [time | 0, (time / 2 ** 32) | 0, row.funding_interval ?? MISSING]) {
    high = Math.imul(high ^ number, 2654435761);
    low = Math.imul(low ^ number, 1597334677);
  }
  for (const text of [funding_time_text, funding_rate, mark_price, raw]) {
    const length = text?.length ?? MISSING;
    high = Math.imul(high ^ length, 2654435761);
    low = Math.imul(low ^ length, 1597334677);
    for (let at = 0; at < length; at++) {
      const code = text?.charCodeAt(at) ?? 0;
      high = Math.imul(high ^ code, 2654435761);
      low = Math.imul(low ^ code, 1597334677);
    }
  }
  const one =
    Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  const other =
    Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(one ^ (one >>> 13), 3266489909);
  return 4294967296 * (2097151 & other) + (one >>> 0);
}

/** Stands for a missing value; no length and no interval is that number. */
const MISSING = -(2 ** 31);
