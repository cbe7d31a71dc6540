import type { Batch } from "../parquet/batch.js";
import type { FUNDING } from "../tables.js";

/**
 * Returns a digest of 53 bits of a row of an event, without the time of recording (cyrb53, public domain).
 * Two different rows have the same one with a probability of 10^-16.
 */
export function digestAt({ columns }: Batch<typeof FUNDING>, index: number): number {
  const { funding_time: time, funding_rate: rate, mark_price: mark } = columns;
  const { funding_interval: interval, funding_time_text: text, raw } = columns;
  return digestOfText(
    `${time[index]}\u0001${rate[index] ?? NONE}\u0001${mark[index] ?? NONE}\u0001${interval[index]}\u0001${text?.[index] ?? NONE}\u0001${raw?.[index] ?? NONE}`,
  );
}

/** Stands for null. */
const NONE = "\u0002";

/** Returns the digest of an event from those of its rows, in any order and with repetitions. */
export function digestOf(rows: readonly number[]): number {
  const [first = 0, ...others] = new Set(rows);
  return others.length === 0 ? first : digestOfText([first, ...others].sort().join());
}

function digestOfText(text: string): number {
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
