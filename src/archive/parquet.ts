import { gunzipSync, gzipSync } from "node:zlib";
import type { FileMetaData, RowGroup, SchemaElement } from "hyparquet";
import { BOUNDS } from "../base/bounds.js";
import { VERSION } from "../base/version.js";
import { ArchiveError, damaged } from "./directory.js";
import { digestOf, readDataName } from "./names.js";
import type { AnyRow, Batch, ColumnSpec, RowOf, Table, Values } from "./tables.js";

/** Maximum rows of a row group, which is compressed, and skipped by its statistics, as a whole. */
const GROUP_ROWS = 5_000;

/** Maximum UTF-16 units of the texts of a row group of several rows; 3 bytes each at most. */
const GROUP_UNITS = 8 * 1024 * 1024;

/** Creates a file of a table in memory. Rows are written in order, in one or more row groups a call. */
export async function createTableWriter<T extends Table>(table: T) {
  const { ByteWriter, ParquetWriter } = await import("hyparquet-writer");
  const bytes = new ByteWriter();
  const specs: Readonly<Record<string, ColumnSpec>> = table.columns;
  const texts = Object.keys(specs).filter((name) => specs[name]?.kind === "text");
  const writer = new ParquetWriter({
    writer: bytes,
    schema: schemaOf(specs),
    codec: "GZIP", // which every reader knows
    compressors: { GZIP: (page) => gzipSync(page) },
    kvMetadata: [{ key: "carry.table", value: table.name }],
    createdBy: `carry-cli ${VERSION}`,
  });
  return {
    /** Appends rows. */
    write(rows: readonly RowOf<T>[]): void {
      for (const group of groupsOf(rows as readonly AnyRow[], texts)) {
        const columnData = Object.entries(specs).map(([name, spec]) => {
          const data = group.map((row) => row[name] ?? null);
          const statistics = name === table.sort[0]; // of others, each row group has nearly the whole range
          return { name, data, statistics, ...storedAs(spec, data) };
        });
        void writer.write({ columnData, rowGroupSize: group.length });
      }
    },
    /** Returns the bytes of the file. @throws {ArchiveError} when they exceed what is read */
    finish(): Uint8Array {
      void writer.finish();
      const file = bytes.getBytes();
      if (file.length <= BOUNDS.archive.fileBytes) return file;
      throw new ArchiveError("archive", `rows of ${table.name} fit in no file`);
    },
  };
}

/** Splits rows into row groups, by number and by the length of their texts. */
function* groupsOf(rows: readonly AnyRow[], texts: readonly string[]) {
  let [from, units] = [0, 0];
  for (let at = 0; at < rows.length; at++) {
    let own = 0;
    for (const name of texts) own += (rows[at]?.[name] as string | null)?.length ?? 0;
    if (at - from === GROUP_ROWS || (at > from && units + own > GROUP_UNITS)) {
      yield rows.slice(from, at);
      [from, units] = [at, 0];
    }
    units += own;
  }
  if (from < rows.length) yield rows.slice(from);
}

/**
 * Chooses how a column is stored, by measurement (bench/speed.md). One without any value says so in its
 * statistics, so that it is not read.
 */
function storedAs({ kind }: ColumnSpec, data: readonly AnyRow[string][]) {
  if (data.every((value) => value === null))
    return { encoding: "PLAIN", statistics: true } as const;
  if (kind === "text") return {};
  const encoding = kind === "time" ? "RLE_DICTIONARY" : "DELTA_BINARY_PACKED"; // times are repeated
  return { encoding } as const;
}

function schemaOf(specs: Readonly<Record<string, ColumnSpec>>): SchemaElement[] {
  const columns = Object.entries(specs);
  return [
    { name: "root", num_children: columns.length },
    ...columns.map(([name, spec]) => elementOf(name, spec)),
  ];
}

function elementOf(name: string, { kind, nullable }: ColumnSpec): SchemaElement {
  const shared = { name, repetition_type: nullable ? "OPTIONAL" : "REQUIRED" } as const;
  switch (kind) {
    case "integer":
      return { ...shared, type: "INT64" };
    case "small":
      return { ...shared, type: "INT32" };
    case "time":
      return {
        ...shared,
        type: "INT64",
        converted_type: "TIMESTAMP_MILLIS",
        logical_type: { type: "TIMESTAMP", isAdjustedToUTC: true, unit: "MILLIS" },
      };
    case "text":
      return {
        ...shared,
        type: "BYTE_ARRAY",
        converted_type: "UTF8",
        logical_type: { type: "STRING" },
      };
  }
}

/** Which rows and columns are wanted; all when nothing is set. The columns are numbers without null. */
export interface Wanted<T extends Table = Table> {
  /** Columns to read; the others are missing in the batches. */
  readonly columns?: readonly (keyof T["columns"] & string)[] | undefined;
  /** Rows with one of these values. */
  readonly only?: (ColumnTest<T> & { readonly values: ReadonlySet<number> }) | undefined;
  /** Rows with a value from `least` to `most`, both included. */
  readonly within?: (ColumnTest<T> & { readonly least: number; readonly most: number }) | undefined;
}

interface ColumnTest<T extends Table> {
  readonly column: keyof T["columns"] & string;
}

/** A file of a table, ready to be read. */
export interface TableFile<T extends Table> {
  /** Number of rows. */
  readonly length: number;
  /** Reads the wanted rows, at most one batch a row group, in the order of the file. */
  batches(wanted?: Wanted<T>): AsyncGenerator<Batch<T>>;
}

/**
 * Opens a file of a table. Its bytes are compared with the digest in its name before anything is parsed.
 * @throws {ArchiveError} when it is damaged, or no file of this table that carry has written
 */
export async function openTableFile<T extends Table>(
  table: T,
  name: string,
  bytes: Uint8Array,
): Promise<TableFile<T>> {
  if (bytes.length === 0) throw damaged(name, "it is empty");
  const said = readDataName(name);
  if (said?.digest !== digestOf(bytes)) {
    throw damaged(name, "its bytes are not those that its name has the SHA-256 of");
  }
  const { parquetMetadata } = await import("hyparquet");
  const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length);
  const file = buffer as ArrayBuffer;
  let metadata: FileMetaData;
  try {
    metadata = parquetMetadata(file);
    assertFits(table, metadata);
  } catch (error) {
    throw damaged(name, messageOf(error), error);
  }
  const open = { table, name, file, metadata };
  return {
    length: Number(metadata.num_rows),
    batches: (wanted = {}) => readBatches(open, wanted),
  };
}

/** @throws {Error} when a file is not of a table, or has more than is read */
function assertFits({ columns }: Table, { schema, row_groups: groups }: FileMetaData): void {
  const wanted = schemaOf(columns);
  const isSame = wanted.every(({ name, type, repetition_type: repetition }, at) => {
    const found = schema[at];
    return found?.name === name && found.type === type && found.repetition_type === repetition;
  });
  if (!isSame || schema.length !== wanted.length) throw new Error("it has the columns of another");
  for (const { num_rows: rows, total_byte_size: size } of groups) {
    if (rows > GROUP_ROWS || size > BOUNDS.archive.groupBytes) throw new Error("it is too large");
  }
}

interface OpenFile<T extends Table> {
  readonly table: T;
  readonly name: string;
  readonly file: ArrayBuffer;
  readonly metadata: FileMetaData;
}

async function* readBatches<T extends Table>(
  open: OpenFile<T>,
  { columns = Object.keys(open.table.columns), only, within }: Wanted<T>,
): AsyncGenerator<Batch<T>> {
  const tested = [only, within].flatMap((test) => test?.column ?? []);
  const wanted = [...new Set([...columns, ...tested])];
  let begin = 0;
  for (const group of open.metadata.row_groups) {
    const from = begin;
    begin += Number(group.num_rows);
    if (!mayHave(group, only)) continue;
    const found = await readColumns(open, wanted, group, from);
    const rows = wantedRows(found, begin - from, { only, within });
    if (rows?.length === 0) continue;
    const picked = Object.entries(found).map(([name, values]) => [
      name,
      rows === undefined ? values : rows.map((row) => values[row] ?? null),
    ]);
    const length = rows?.length ?? begin - from;
    yield { length, columns: Object.fromEntries(picked) } as Batch<T>;
  }
}

/** Reads columns of a row group that begins at a row of the file. */
async function readColumns<T extends Table>(
  { name, file, metadata }: OpenFile<T>,
  columns: readonly string[],
  group: RowGroup,
  rowStart: number,
): Promise<Record<string, Values>> {
  const length = Number(group.num_rows);
  const found: Record<string, Values[number][]> = {};
  for (const column of columns) found[column] = new Array(length).fill(null);
  const present = columns.filter(
    (column) => statisticsOf(group, column)?.null_count !== group.num_rows,
  );
  const { parquetRead } = await import("hyparquet");
  try {
    await parquetRead({
      ...{ file, metadata, rowStart, rowEnd: rowStart + length, columns: present },
      parsers: { timestampFromMilliseconds: Number },
      compressors: {
        // A page of missing values has no bytes.
        GZIP: (page, size) => gunzipSync(page, { maxOutputLength: Math.max(1, size) }),
      },
      onChunk({ columnName, columnData, rowStart: at }) {
        const values = found[columnName] ?? [];
        for (let index = 0; index < columnData.length; index++) {
          const value: unknown = columnData[index];
          const row = at - rowStart + index;
          if (row >= 0 && row < length) {
            values[row] = typeof value === "bigint" ? Number(value) : ((value ?? null) as string);
          }
        }
      },
    });
  } catch (error) {
    throw damaged(name, messageOf(error), error);
  }
  return found;
}

/** Returns the places of the wanted rows; undefined for all. */
function wantedRows(
  columns: Readonly<Record<string, Values>>,
  length: number,
  { only, within }: Wanted,
): number[] | undefined {
  const [ids, times] = [only && columns[only.column], within && columns[within.column]];
  const rows: number[] = [];
  for (let row = 0; row < length; row++) {
    if (only !== undefined && !only.values.has(Number(ids?.[row]))) continue;
    const time = Number(times?.[row]);
    if (within === undefined || (time >= within.least && time <= within.most)) rows.push(row);
  }
  return rows.length === length ? undefined : rows;
}

/** Reports whether the statistics of a row group leave it possible that it has wanted rows. */
function mayHave(group: RowGroup, only: Wanted["only"]): boolean {
  const bounds = only && boundsOf(group, only.column);
  if (only === undefined || bounds === undefined) return true;
  for (const value of only.values) if (value >= bounds.least && value <= bounds.most) return true;
  return false;
}

/** Returns the least and the greatest number of a column in a row group; undefined if it does not say. */
function boundsOf(group: RowGroup | undefined, column: string) {
  const { min_value: least, max_value: most } = statisticsOf(group, column) ?? {};
  if (least === undefined || most === undefined || typeof least === "string") return undefined;
  return { least: Number(least), most: Number(most) };
}

function statisticsOf(group: RowGroup | undefined, column: string) {
  const chunk = group?.columns.find(({ meta_data: it }) => it?.path_in_schema[0] === column);
  return chunk?.meta_data?.statistics;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
