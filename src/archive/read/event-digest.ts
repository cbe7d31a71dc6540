import type { FundingRow } from "../tables.js";

/** Returns a digest of the rows of an event, in any order, with repetitions, and whenever they were seen. */
export function digestOf(rows: readonly FundingRow[]): number {
  const [first] = rows;
  if (first !== undefined && rows.length === 1) return digestOfRow(first);
  return digest([], [...new Set(rows.map(digestOfRow))].map(String).sort());
}

/** Returns rows of a market without those that repeat the content of another, in their order. */
export function distinctRows(rows: readonly FundingRow[]): FundingRow[] {
  const contentOf = ({ seen_at: _, ...content }: FundingRow) => JSON.stringify(content);
  return [...new Map(rows.map((row) => [contentOf(row), row])).values()];
}

function digestOfRow(row: FundingRow): number {
  const time = row.funding_time;
  const numbers = [time | 0, (time / 2 ** 32) | 0, row.funding_interval ?? MISSING];
  return digest(numbers, [row.funding_time_text, row.funding_rate, row.mark_price, row.raw]);
}

/** Stands for a missing value; no length and no interval is that number. */
const MISSING = -(2 ** 31);

/**
 * Returns a digest of 53 bits of whole numbers of 32 bits and texts (cyrb53, public domain): others have the
 * same one once in 10^16 times. It joins nothing to one text, since a sync compares all events.
 */
function digest(numbers: readonly number[], texts: readonly (string | null)[]): number {
  let [high, low] = [0xdeadbeef | 0, 0x41c6ce57];
  for (const number of numbers) {
    high = Math.imul(high ^ number, 2654435761);
    low = Math.imul(low ^ number, 1597334677);
  }
  for (const text of texts) {
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
