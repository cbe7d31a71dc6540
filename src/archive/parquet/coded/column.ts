import type { ColumnSpec } from "../../tables.js";
import type { Values } from "../batch.js";
import { type Texts, textReader } from "./texts.js";

/** A column of a row group as its file has it: values, and for each row the place of its value. */
export interface CodedColumn {
  /** Values that many rows may share. */
  readonly shared: Float64Array | Texts;
  /** Place in `shared` of the value of each row; {@link MISSING} without a value. */
  readonly places: Int32Array;
}

/** Place of the value of a row that has none. */
export const MISSING = -1;

/** Rows of a row group from one (inclusive) to another (exclusive). */
export type RowRange = readonly [from: number, to: number];

/** Returns the number of rows in some ranges. */
export function lengthOf(ranges: readonly RowRange[]): number {
  return ranges.reduce((sum, [from, to]) => sum + to - from, 0);
}

/** Returns the values of a column, one for each row. @param ranges of the rows, in order; all when omitted */
export function valuesOf(
  { shared, places }: CodedColumn,
  { nullable }: Pick<ColumnSpec, "nullable">,
  ranges?: readonly RowRange[],
): Values {
  const own = ranges ?? [[0, places.length]];
  if (shared instanceof Float64Array && !nullable) return numbersOf(shared, places, own);
  const valueAt =
    shared instanceof Float64Array ? (place: number) => shared[place] ?? null : textReader(shared);
  const values = new Array<number | string | null>(lengthOf(own));
  let filled = 0;
  for (const [from, to] of own) {
    for (let row = from; row < to; row++) {
      const place = places[row] ?? MISSING;
      values[filled++] = place === MISSING ? null : valueAt(place);
    }
  }
  return values;
}

function numbersOf(
  shared: Float64Array,
  places: Int32Array,
  ranges: readonly RowRange[],
): Float64Array {
  const values = new Float64Array(lengthOf(ranges));
  let filled = 0;
  for (const [from, to] of ranges) {
    for (let row = from; row < to; row++) values[filled++] = shared[places[row] ?? 0] ?? 0;
  }
  return values;
}
