import type { FileMetaData } from "hyparquet";
import { ArchiveError } from "../errors.js";
import type { Table } from "../tables.js";
import { anyColumnReader } from "./any-column.js";
import type { Batch } from "./batch.js";
import type { Column } from "./coded/column.js";
import { createCodedReader } from "./coded/read-coded.js";
import { chunkOf, type GroupReader, type Only, readRowGroup } from "./row-group.js";
import { misfitOf, WRITER } from "./schema.js";

/** Maximum number of rows in a row group; carry writes 20,000, and DuckDB 122,880. */
const MOST_ROWS = 10_000_000;

/** Which rows are wanted. */
export interface Wanted<T extends Table = Table> {
  /** Columns to read; all when omitted. The others are missing in the batches. */
  readonly columns?: readonly (keyof T["columns"] & string)[] | undefined;
  /** Values of a numeric column, which is one of those to read; all when omitted. */
  readonly only?: Only<keyof T["columns"] & string> | undefined;
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
  /** Reads the wanted rows, at most one batch a row group, in the order of the file. */
  batches(wanted?: Wanted<T>): AsyncGenerator<Batch<T>>;
  /** Reads all rows likewise, without giving each row a value of its own. */
  columns(): AsyncGenerator<ColumnBatch>;
}

interface OpenFile<T extends Table = Table> {
  readonly table: T;
  /** Of the object, for messages. */
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly metadata: FileMetaData;
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
    for (const { num_rows: rows } of parsed.row_groups) {
      if (!(rows >= 0 && rows <= MOST_ROWS)) throw new Error(`it announces ${rows} rows at once`);
    }
    return parsed;
  });
  const file = { table, name, bytes, metadata };
  return {
    length: Number(metadata.num_rows),
    least: leastOf(metadata, table.sort[0]),
    batches: (wanted = {}) => readBatches(file, wanted),
    columns: () => readColumns(file),
  };
}

async function* readBatches<T extends Table>(
  file: OpenFile<T>,
  { columns = Object.keys(file.table.columns), only }: Wanted<T>,
): AsyncGenerator<Batch<T>> {
  for await (const group of groupsOf(file)) {
    const found = await readRowGroup(file.table.columns, group, columns, only);
    if (found.length > 0) yield found as Batch<T>;
  }
}

async function* readColumns(file: OpenFile): AsyncGenerator<ColumnBatch> {
  for await (const { length, columnOf } of groupsOf(file)) {
    const columns: Record<string, Column> = {};
    for (const name of Object.keys(file.table.columns)) columns[name] = await columnOf(name);
    yield { length, columns };
  }
}

/**
 * Yields the row groups of a file: as carry writes them, or else as hyparquet reads them. That may read
 * forever where bytes are damaged, so it is not asked to read what carry has written.
 */
async function* groupsOf({
  table,
  name: file,
  bytes,
  metadata,
}: OpenFile): AsyncGenerator<GroupReader> {
  const present = new Set(metadata.schema.map(({ name }) => name));
  const anyColumn = anyColumnReader(bytes, metadata);
  const isOwn = metadata.created_by?.startsWith(WRITER) === true;
  const codedColumn = await createCodedReader(metadata);
  let rowStart = 0;
  for (const group of metadata.row_groups) {
    const length = Number(group.num_rows);
    const rows = { rowStart, rowEnd: rowStart + length };
    rowStart = rows.rowEnd;
    const columnOf = async (name: string): Promise<Column> => {
      const spec = table.columns[name];
      if (spec === undefined || !present.has(name)) return { each: new Array(length).fill(null) };
      const coded = codedColumn(bytes, group, name, spec);
      if (coded !== undefined) return coded;
      if (isOwn) throw damaged(file, new Error(`its column ${name} cannot be read`));
      return { each: await damagedUnless(file, () => anyColumn(name, spec, rows)) };
    };
    yield { group, length, columnOf };
  }
}

/** Returns the least value of a column by the statistics of the first row group. */
function leastOf({ row_groups: [group] }: FileMetaData, name = ""): number | undefined {
  const least = group && chunkOf(group, name)?.statistics?.min_value;
  return typeof least === "bigint" ? Number(least) : undefined;
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
