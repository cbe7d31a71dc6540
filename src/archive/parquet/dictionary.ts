import type { Rows, Values } from "./batch.js";

/** Bytes of a value in a page. A text counts its UTF-16 units, as hyparquet-writer does. */
export type SizeOf = (value: string | number) => number;

/** Values that are looked at before a dictionary is made, spread over the column. */
const SAMPLE = 1000;

/** A sample with more distinct bytes than this share is not worth a dictionary. */
const MOST_DISTINCT = 0.9;

/**
 * Returns the dictionary of values, or undefined where it would not halve their size. Decides as
 * hyparquet-writer does, so that the files are the same.
 * @param plainSize bytes of all of them
 * @returns the distinct values in the order in which they come first, and the place of each value there
 */
export function dictionaryOf(
  values: ArrayLike<string | number>,
  plainSize: number,
  sizeOf: SizeOf,
) {
  const distinct: (string | number)[] = [];
  const known = new Map<string | number, number>();
  const places = new Int32Array(values.length);
  let size = 0;
  let last: string | number | undefined;
  let place = 0;
  for (let index = 0; index < places.length; index++) {
    const value = values[index] as string | number;
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
    places[index] = place;
  }
  const placesSize = Math.ceil((places.length * bitWidthOf(distinct.length)) / 8);
  return 2 * (size + placesSize) > plainSize ? undefined : { distinct, places };
}

/** Returns the bits that a place in a list takes. @param length of the list, 1 or more */
export function bitWidthOf(length: number): number {
  return 32 - Math.clz32(length - 1);
}

/**
 * Reports whether a dictionary of a column may be worth it.
 * @param values null where a row has none
 */
export function isPromising(values: Values, { from, to }: Rows, sizeOf: SizeOf): boolean {
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
