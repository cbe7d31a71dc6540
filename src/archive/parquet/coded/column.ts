import type { ColumnSpec } from "../../tables.js";
import type { Values } from "../batch.js";
import { type Texts, textAt } from "./texts.js";

/** A column of a row group as its file has it: values, and for each row the place of its value. */
export interface CodedColumn {
  /** Values that many rows may share. */
  readonly shared: Float64Array | Texts;
  /** For each row a place in `shared`, `MISSING` where it has no value. */
  readonly places: Int32Array;
}

/** A column whose rows have a value each. */
export interface EachColumn {
  readonly each: Values;
}

/** A column of a row group, read. */
export type Column = CodedColumn | EachColumn;

/** Place of the value of a row that has none. */
export const MISSING = -1;

/** Returns the values of a column, one for each row. */
export function valuesOf(column: Column, { nullable }: Pick<ColumnSpec, "nullable">): Values {
  if ("each" in column) return column.each;
  const { shared, places } = column;
  if (shared instanceof Float64Array && !nullable) return spread(shared, places);
  const known = listOf(shared);
  const values = new Array<number | string | null>(places.length);
  for (let row = 0; row < places.length; row++) {
    const place = places[row] ?? MISSING;
    values[row] = place === MISSING ? null : (known[place] ?? null);
  }
  return values;
}

function listOf(shared: CodedColumn["shared"]): (number | string)[] {
  if (shared instanceof Float64Array) return Array.from(shared);
  return Array.from({ length: shared.length }, (_, index) => textAt(shared, index));
}

function spread(shared: Float64Array, places: Int32Array): Float64Array {
  const values = new Float64Array(places.length);
  for (let row = 0; row < places.length; row++) values[row] = shared[places[row] ?? 0] ?? 0;
  return values;
}
