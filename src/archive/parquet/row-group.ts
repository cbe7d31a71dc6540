import type { ColumnMetaData, RowGroup } from "hyparquet";
import type { ColumnSpec } from "../tables.js";
import type { Values } from "./batch.js";
import { type CodedColumn, lengthOf, type RowRange, valuesOf } from "./coded/column.js";

/** Values of a numeric column, which is one of those to read. */
export interface Only<Name extends string = string> {
  readonly column: Name;
  readonly values: ReadonlySet<number>;
}

/** A row group of a file. */
export interface GroupReader {
  readonly group: RowGroup;
  /** Number of rows. */
  readonly length: number;
  readonly columnOf: (name: string) => CodedColumn;
}

/** Values of some rows by column. */
export interface Columns {
  readonly length: number;
  readonly columns: Readonly<Record<string, Values>>;
}

/**
 * Reads columns of the wanted rows of a row group.
 * @param only rows with these values; all when omitted
 */
export function readRowGroup(
  specs: Readonly<Record<string, ColumnSpec>>,
  { group, length, columnOf }: GroupReader,
  columns: readonly string[],
  only: Only | undefined,
): Columns {
  const found: Record<string, Values> = {};
  if (only !== undefined && !mayHave(group, only)) return { length: 0, columns: found };
  const ranges =
    only === undefined
      ? [[0, length] as const]
      : rangesOf(valuesOf(columnOf(only.column), { nullable: false }), only.values);
  const count = lengthOf(ranges);
  if (count === 0) return { length: 0, columns: found };
  const rows = count === length ? undefined : ranges;
  for (const name of columns) {
    const spec = specs[name];
    if (spec !== undefined) found[name] = valuesOf(columnOf(name), spec, rows);
  }
  return { length: count, columns: found };
}

/** Returns what a row group has of a column; undefined if the file has no such column. */
export function chunkOf({ columns }: RowGroup, name: string): ColumnMetaData | undefined {
  return columns.find(({ meta_data: data }) => data?.path_in_schema[0] === name)?.meta_data;
}

/** Returns the ranges of rows whose value is one of the wanted ones. */
function rangesOf(values: Values, wanted: ReadonlySet<number>): RowRange[] {
  const ranges: RowRange[] = [];
  let from = 0;
  for (let at = 0; at < values.length; at = from) {
    const value = values[at];
    for (from = at + 1; from < values.length && values[from] === value; ) from++;
    if (!wanted.has(value as number)) continue;
    const last = ranges.at(-1);
    if (last?.[1] === at) ranges[ranges.length - 1] = [last[0], from];
    else ranges.push([at, from]);
  }
  return ranges;
}

/** Reports whether the statistics of a row group leave it possible that it has wanted rows. */
function mayHave(group: RowGroup, { column, values }: Only): boolean {
  const { min_value: min, max_value: max } = chunkOf(group, column)?.statistics ?? {};
  if (min === undefined || max === undefined) return true;
  const [least, most] = [Number(min), Number(max)];
  for (const value of values) if (value >= least && value <= most) return true;
  return false;
}
