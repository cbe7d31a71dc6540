import type { Rows, Values } from "./batch.js";

/** Returns the numbers of rows, without those that are missing. @throws for a text */
export function numbersOf(values: Values, { from, to }: Rows): Float64Array {
  if (values instanceof Float64Array) return values.subarray(from, to);
  const there = new Float64Array(to - from);
  let count = 0;
  for (let index = from; index < to; index++) {
    const value = values[index] ?? null;
    if (value === null) continue;
    if (typeof value !== "number") throw new TypeError(`${value} is no number`);
    there[count++] = value;
  }
  return there.subarray(0, count);
}

/** Returns the texts of rows, without those that are missing. @throws for a number */
export function textsOf(values: Values, { from, to }: Rows): string[] {
  const there: string[] = [];
  for (let index = from; index < to; index++) {
    const value = values[index] ?? null;
    if (value === null) continue;
    if (typeof value !== "string") throw new TypeError(`${value} is no text`);
    there.push(value);
  }
  return there;
}
