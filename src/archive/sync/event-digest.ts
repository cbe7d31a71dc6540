import { contentOf } from "../read/current-events.js";
import type { FundingRow } from "../tables.js";

/**
 * Returns a digest of 53 bits of the rows of an event (cyrb53, public domain), whatever their order and
 * without the time of recording: of two events with other texts one in 10^15 has the same.
 */
export function digestOf(rows: readonly FundingRow[]): number {
  const contents = [...new Set(rows.map(contentOf))];
  const text = contents.sort().join("\n");
  let [high, low] = [0xdeadbeef | 0, 0x41c6ce57];
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    high = Math.imul(high ^ code, 2654435761);
    low = Math.imul(low ^ code, 1597334677);
  }
  const one =
    Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  const other =
    Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(one ^ (one >>> 13), 3266489909);
  return 4294967296 * (2097151 & other) + (one >>> 0);
}
