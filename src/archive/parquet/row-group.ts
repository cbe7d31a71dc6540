import type { ColumnMetaData, RowGroup } from "hyparquet";
import type { ColumnSpec } from "../tables.js";
import type { Values } from "./batch.js";
import { type CodedColumn, lengthOf, type RowRange, valuesOf } from "./coded/column.js";

/** Which rows to read, by numeric columns without null; all when nothing is set. */
export interface WantedRows<Name extends string = string> {
  /** Rows with one of these values. */
  readonly only?: { readonly column: Name; readonly values: ReadonlySet<number> } | undefined;
  /** Rows with a value from `least` to `most`, both included. */
  readonly within?:
    | { readonly column: Name; readonly least: number; readonly most: number }
    | undefined;
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

/** Reads columns of the wanted rows of a row group. */
export function readRowGroup(
  specs: Readonly<Record<string, ColumnSpec>>,
  { group, length, columnOf }: GroupReader,
  columns: readonly string[],
  wanted: WantedRows,
): Columns {
  const found: Record<string, Values> = {};
  if (!mayHave(group, wanted)) return { length: 0, columns: found };
  const ranges = rangesOf(length, columnOf, wanted);
  const count = lengthOf(ranges);
  if (count === 0) return { length: 0, columns: found };
  const rows = count === length ? undefined : ranges;
  for (const name of columns) {
    const spec = specs[name];
    if (spec !== undefined) found[name] = valuesOf(columnOf(name), spec, rows);
  }
  return { length: count, columns: found };
}

/** Returns the metadata of a column in a row group; undefined if the file has no such column. */
export function chunkOf({ columns }: RowGroup, name: string): ColumnMetaData | undefined {
  return columns.find(({ meta_data: data }) => data?.path_in_schema[0] === name)?.meta_data;
}

function rangesOf(
  length: number,
  columnOf: GroupReader["columnOf"],
  { only, within }: WantedRows,
): RowRange[] {
  if (only === undefined && within === undefined) return [[0, length]];
  const numbersOf = (name: string) => valuesOf(columnOf(name), { nullable: false });
  const values = only && numbersOf(only.column);
  const bounded = within && numbersOf(within.column);
  const { least = 0, most = 0 } = within ?? {};
  const ranges: RowRange[] = [];
  let last: unknown;
  let isOne = true;
  let from = -1; // of the current range; -1 outside one
  for (let row = 0; row < length; row++) {
    if (only !== undefined && values !== undefined && values[row] !== last) {
      last = values[row];
      isOne = only.values.has(last as number);
    }
    const number = bounded?.[row] as number;
    const isWanted = isOne && (bounded === undefined || (number >= least && number <= most));
    if (isWanted === from >= 0) continue;
    if (!isWanted) ranges.push([from, row]);
    from = isWanted ? row : -1;
  }
  if (from >= 0) ranges.push([from, length]);
  return ranges;
}

/** Reports whether the statistics of a row group leave it possible that it has wanted rows. */
function mayHave(group: RowGroup, { only, within }: WantedRows): boolean {
  const boundsOf = (column: string) => {
    const { min_value: min, max_value: max } = chunkOf(group, column)?.statistics ?? {};
    return min === undefined || max === undefined ? ALL : [Number(min), Number(max)];
  };
  if (within !== undefined) {
    const [least = 0, most = 0] = boundsOf(within.column);
    if (most < within.least || least > within.most) return false;
  }
  if (only === undefined) return true;
  const [least = 0, most = 0] = boundsOf(only.column);
  for (const value of only.values) if (value >= least && value <= most) return true;
  return false;
}

const ALL = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
