import type { FileMetaData, Statistics } from "hyparquet";
import { ArchiveError } from "../errors.js";
import type { Table } from "../tables.js";
import type { Batch } from "./batch.js";
import { type CodedColumn, MISSING } from "./coded/column.js";
import { createCodedReader } from "./coded/read-coded.js";
import { readFooter } from "./footer.js";
import { chunkOf, type GroupReader, readRowGroup, type WantedRows } from "./row-group.js";
import { misfitOf } from "./schema.js";

/** Which rows are wanted. */
export interface Wanted<T extends Table = Table> extends WantedRows<keyof T["columns"] & string> {
  /** Columns to read; all when omitted. The others are missing in the batches. */
  readonly columns?: readonly (keyof T["columns"] & string)[] | undefined;
}

/** Some rows of a table, each column as the file has it. */
export interface ColumnBatch {
  readonly length: number;
  readonly columns: Readonly<Record<string, CodedColumn>>;
  /** Statistics of a column in the file, which readers trust. */
  readonly statisticsOf: (name: string) => Statistics | undefined;
}

/** A file of a table, ready to be read. */
export interface TableFile<T extends Table> {
  /** Number of rows. */
  readonly length: number;
  /** Least value of the first column of the order; undefined when the file does not say. */
  readonly least: number | undefined;
  /** Reads the wanted rows, at most one batch a row group, in the order of the file. */
  batches(wanted?: Wanted<T>): AsyncGenerator<Batch<T>>;
  /** Reads all rows likewise, with values that rows share. */
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
  const metadata = await readFooter(bytes).catch((error) => {
    throw damaged(name, error);
  });
  const misfit = misfitOf(metadata, table);
  if (misfit !== undefined) throw damaged(name, new Error(`it ${misfit}`));
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
  { columns = Object.keys(file.table.columns), ...wanted }: Wanted<T>,
): AsyncGenerator<Batch<T>> {
  for await (const group of groupsOf(file)) {
    const found = readRowGroup(file.table.columns, group, columns, wanted);
    if (found.length > 0) yield found as Batch<T>;
  }
}

async function* readColumns(file: OpenFile): AsyncGenerator<ColumnBatch> {
  for await (const { group, length, columnOf } of groupsOf(file)) {
    const names = Object.keys(file.table.columns);
    const columns = Object.fromEntries(names.map((name) => [name, columnOf(name)]));
    yield { length, columns, statisticsOf: (name) => chunkOf(group, name)?.statistics };
  }
}

async function* groupsOf({ table, name, bytes, metadata }: OpenFile): AsyncGenerator<GroupReader> {
  const elements = new Map(metadata.schema.map((element) => [element.name, element]));
  const read = await createCodedReader();
  for (const group of metadata.row_groups) {
    const length = Number(group.num_rows);
    const columnOf = (column: string): CodedColumn => {
      const [spec, element] = [table.columns[column], elements.get(column)];
      if (spec === undefined || element === undefined) return emptyColumn(length);
      try {
        return read(bytes, group, element, spec.kind);
      } catch (error) {
        throw damaged(name, new Error(`column ${column}: ${messageOf(error)}`, { cause: error }));
      }
    };
    yield { group, length, columnOf };
  }
}

function emptyColumn(length: number): CodedColumn {
  return { shared: new Float64Array(), places: new Int32Array(length).fill(MISSING) };
}

/** Returns the least value of a column by the statistics of the first row group. */
function leastOf({ row_groups: [group] }: FileMetaData, name = ""): number | undefined {
  const least = group && chunkOf(group, name)?.statistics?.min_value;
  return typeof least === "bigint" ? Number(least) : undefined;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function damaged(name: string, error: unknown): ArchiveError {
  return new ArchiveError(
    "archive",
    `the archive has a damaged or foreign file: ${name}: ${messageOf(error)}`,
    "`carry archive verify` lists all of them; move it out of the archive, then `carry archive sync --start 30d` asks for what the service still keeps",
    { cause: error },
  );
}
