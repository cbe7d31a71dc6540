import type { FundingRow } from "../tables.js";

/** The content of a row: its fields without the market and the moment at which it was recorded. */
export type EventContent = Omit<FundingRow, "market_id" | "seen_at">;

/**
 * Returns a digest of 53 bits of the content of a row (cyrb53, public domain): two contents have the same
 * one once in 10^16 times. It makes no text of the row, since a sync compares all events.
 */
function digestOf(row: EventContent): number {
  let [high, low] = [0xdeadbeef | 0, 0x41c6ce57];
  const mix = (code: number) => {
    high = Math.imul(high ^ code, 2654435761);
    low = Math.imul(low ^ code, 1597334677);
  };
  const mixText = (text: string | null) => {
    mix(text === null ? MISSING : text.length);
    if (text !== null) for (let at = 0; at < text.length; at++) mix(text.charCodeAt(at));
  };
  mix(row.funding_time | 0);
  mix(row.funding_time / 2 ** 32);
  mix(row.funding_interval ?? MISSING);
  mixText(row.funding_time_text);
  mixText(row.funding_rate);
  mixText(row.mark_price);
  mixText(row.raw);
  const one =
    Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  const other =
    Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(one ^ (one >>> 13), 3266489909);
  return 4294967296 * (2097151 & other) + (one >>> 0);
}

/** Stands for a missing value; no length and no interval is that number. */
const MISSING = -(2 ** 31);

/** Returns a digest of the rows of an event, in any order and with repetitions. */
export function digestOfAll(rows: readonly EventContent[]): number {
  const [first] = rows;
  if (first !== undefined && rows.length === 1) return digestOf(first);
  return digestOf({ ...NOTHING, raw: [...new Set(rows.map(digestOf))].sort().join() });
}

const NOTHING: EventContent = {
  funding_time: 0,
  funding_time_text: null,
  funding_rate: null,
  mark_price: null,
  funding_interval: null,
  raw: null,
};
