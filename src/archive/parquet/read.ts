import type { FileMetaData, RowGroup } from "hyparquet";
import { ArchiveError } from "../errors.js";
import type { ColumnSpec, Table } from "../tables.js";
import type { Batch, Values } from "./batch.js";
import { type Column, valuesOf } from "./coded/column.js";
import { createCodedReader, gunzip } from "./coded/read-coded.js";
import { decodeText } from "./coded/texts.js";
import { misfitOf, withPlainTimes } from "./schema.js";

/** Which rows are wanted. Rows outside may come too: whole row groups are left out, not rows. */
export interface Wanted<T extends Table = Table> {
  /** Columns to read; all when omitted. The others are missing in the batches. */
  readonly columns?: readonly (keyof T["columns"] & string)[] | undefined;
  /** Ranges of numeric columns, both ends included. */
  readonly within?: { readonly [K in keyof T["columns"]]?: readonly [number, number] } | undefined;
}

/** Some rows of a table, each column as the file has it. */
export interface ColumnBatch {
  readonly length: number;
  readonly columns: Readonly<Record<string, Column>>;
}

/** A file of a table, ready to be read. */
export interface TableFile<T extends Table> {
  /** Number of rows. */
  readonly length: number;
  /** Least value of the first column of the order; undefined when the file does not say. */
  readonly least: number | undefined;
  /** Reads the wanted rows, one batch a row group, in the order of the file. */
  batches(wanted?: Wanted<T>): AsyncGenerator<Batch<T>>;
  /** Reads all rows likewise, without giving each row a value of its own. */
  columns(): AsyncGenerator<ColumnBatch>;
}

/**
 * Opens a file of a table.
 * @param name of the object, for messages
 * @throws {ArchiveError} when it is no Parquet file, truncated, or of another table; reading the
 *   batches throws one when its data are damaged
 */
export async function openTableFile<T extends Table>(
  table: T,
  name: string,
  bytes: Uint8Array,
): Promise<TableFile<T>> {
  const { parquetMetadata } = await import("hyparquet");
  const metadata = undamaged(name, () => {
    const parsed = parquetMetadata(bytes);
    const misfit = misfitOf(parsed, table);
    if (misfit !== undefined) throw new Error(`it ${misfit}`);
    return parsed;
  });
  return {
    length: Number(metadata.num_rows),
    least: leastOf(metadata, table.sort[0]),
    batches: (wanted = {}) => readBatches(table, name, bytes, metadata, wanted),
    columns: () => readColumns(table, name, bytes, metadata, {}),
  };
}

async function* readBatches<T extends Table>(
  table: T,
  name: string,
  bytes: Uint8Array,
  metadata: FileMetaData,
  wanted: Wanted<T>,
): AsyncGenerator<Batch<T>> {
  for await (const { length, columns } of readColumns(table, name, bytes, metadata, wanted)) {
    const read: Record<string, Values> = {};
    for (const [column, spec] of Object.entries(table.columns)) {
      if (columns[column] !== undefined) read[column] = valuesOf(columns[column], spec);
    }
    yield { length, columns: read as Batch<T>["columns"] };
  }
}

async function* readColumns<T extends Table>(
  table: T,
  name: string,
  bytes: Uint8Array,
  metadata: FileMetaData,
  { columns = Object.keys(table.columns), within = {} }: Wanted<T>,
): AsyncGenerator<ColumnBatch> {
  const { parquetScan } = await import("hyparquet");
  const present = new Set(metadata.schema.map((element) => element.name));
  const file = {
    byteLength: bytes.length,
    slice: (start: number, end = bytes.length) => part(bytes, start, end),
  };
  const known = columns.filter((column) => present.has(column));
  const scan = await damagedUnless(name, () =>
    parquetScan({
      file,
      metadata: withPlainTimes(metadata),
      columns: known,
      compressors: { GZIP: gunzip },
      parsers: { stringFromBytes: (text) => text && decodeText(text) },
    }),
  );
  const codedColumn = await createCodedReader(metadata);
  let rowStart = 0;
  for (const group of metadata.row_groups) {
    const length = Number(group.num_rows);
    const range = { rowStart, rowEnd: rowStart + length };
    rowStart = range.rowEnd;
    if (!isWanted(group, within)) continue;
    const read: Record<string, Column> = {};
    for (const column of columns) {
      const spec = table.columns[column];
      if (spec === undefined) continue;
      if (!present.has(column)) {
        read[column] = { each: new Array<null>(length).fill(null) };
        continue;
      }
      read[column] =
        codedColumn(bytes, group, column, spec) ??
        (await damagedUnless(name, async () => ({
          each: decoded(await scan.readColumn({ column, ...range }), spec, length),
        })));
    }
    yield { length, columns: read };
  }
}

/** Reports whether the statistics of a row group leave it possible that it has wanted rows. */
function isWanted(
  group: RowGroup,
  within: Readonly<Record<string, readonly [number, number] | undefined>>,
): boolean {
  return Object.entries(within).every(([name, range]) => {
    const chunk = group.columns.find(({ meta_data: data }) => data?.path_in_schema[0] === name);
    const { min_value: min, max_value: max } = chunk?.meta_data?.statistics ?? {};
    if (range === undefined || min === undefined || max === undefined) return true;
    return Number(max) >= range[0] && Number(min) <= range[1];
  });
}

/** Returns the least value of a column by the statistics of the first row group. */
function leastOf({ row_groups: [group] }: FileMetaData, name = ""): number | undefined {
  const chunk = group?.columns.find(({ meta_data: data }) => data?.path_in_schema[0] === name);
  const least = chunk?.meta_data?.statistics?.min_value;
  return typeof least === "bigint" ? Number(least) : undefined;
}

/** A Buffer's own slice() would share the memory, with another offset. */
function part({ buffer, byteOffset }: Uint8Array, start: number, end: number): ArrayBuffer {
  return buffer.slice(byteOffset + start, byteOffset + end) as ArrayBuffer;
}

function decoded(data: ArrayLike<unknown>, spec: ColumnSpec, length: number): Values {
  if (data.length !== length) throw new Error("it has fewer values than rows");
  const kind = spec.kind === "text" ? "string" : spec.kind === "small" ? "number" : "bigint";
  const required = kind === "string" ? new Array<string>(length) : new Float64Array(length);
  const values: (number | string | null)[] | Float64Array = spec.nullable
    ? new Array<number | string | null>(length)
    : required;
  for (let index = 0; index < length; index++) {
    const value = data[index] ?? null;
    if (value === null ? !spec.nullable : typeof value !== kind) {
      throw new Error("it has a value of another type");
    }
    values[index] = (typeof value === "bigint" ? Number(value) : value) as never;
  }
  return values;
}

function undamaged<T>(name: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw damaged(name, error);
  }
}

async function damagedUnless<T>(name: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    throw damaged(name, error);
  }
}

function damaged(name: string, error: unknown): ArchiveError {
  const reason = error instanceof Error ? error.message : String(error);
  return new ArchiveError(
    "archive",
    `the archive has a damaged or foreign file: ${name}: ${reason}`,
    "`carry archive verify` lists all of them; move it out of the archive, then `carry archive sync --start 30d` asks for what the service still keeps",
    { cause: error },
  );
}
