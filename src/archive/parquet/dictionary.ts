import type { Rows, Values } from "./batch.js";

/** A column as places in a list of its distinct values. */
export interface Dictionary {
  /** In the order in which they come first. */
  readonly distinct: readonly (string | number)[];
  /** The place of each value in that list; missing values are left out. */
  readonly places: Uint32Array;
}

/** Bytes of a value in a page. A text counts its UTF-16 units, as hyparquet-writer does. */
export type SizeOf = (value: string | number) => number;

/** Values that are looked at before a dictionary is made, spread over the column. */
const SAMPLE = 1000;

/** A sample with more distinct bytes than this share is not worth a dictionary. */
const MOST_DISTINCT = 0.9;

/**
 * Returns the dictionary of a column, or undefined where it would not halve its size. Decides as
 * hyparquet-writer does, so that the files are the same.
 */
export function dictionaryOf(values: Values, rows: Rows, sizeOf: SizeOf): Dictionary | undefined {
  if (!isPromising(values, rows, sizeOf)) return undefined;
  const distinct: (string | number)[] = [];
  const known = new Map<string | number, number>();
  const places = new Uint32Array(rows.to - rows.from);
  let count = 0;
  let plainSize = 0;
  let size = 0;
  let last: Values[number] = null;
  let place = 0;
  for (let index = rows.from; index < rows.to; index++) {
    const value = values[index] ?? null;
    if (value === null) continue;
    if (value !== last) {
      last = value;
      const found = known.get(value);
      place = found ?? distinct.length;
      if (found === undefined) {
        known.set(value, place);
        distinct.push(value);
        size += sizeOf(value);
      }
    }
    plainSize += sizeOf(value);
    places[count++] = place;
  }
  const placesSize = Math.ceil((count * bitWidthOf(distinct.length)) / 8);
  if (2 * (size + placesSize) > plainSize) return undefined;
  return { distinct, places: places.subarray(0, count) };
}

/** Returns the bits that a place in a list takes. @param length of the list, 1 or more */
export function bitWidthOf(length: number): number {
  return 32 - Math.clz32(length - 1);
}

function isPromising(values: Values, { from, to }: Rows, sizeOf: SizeOf): boolean {
  const length = to - from;
  const sample = Math.min(length, SAMPLE);
  const seen = new Set<string | number>();
  let distinctSize = 0;
  let size = 0;
  for (let taken = 0; taken < sample; taken++) {
    const at = sample === 1 ? 0 : Math.floor((taken * (length - 1)) / (sample - 1));
    const value = values[from + at] ?? null;
    if (value === null) continue;
    const own = sizeOf(value);
    size += own;
    if (seen.has(value)) continue;
    seen.add(value);
    distinctSize += own;
  }
  return size > 0 && distinctSize / size <= MOST_DISTINCT;
}
