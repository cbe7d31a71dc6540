import { gzipSync } from "node:zlib";
import { VERSION } from "../../base/version.js";
import type { ColumnSpec, Table } from "../tables.js";
import type { Batch, Values } from "./batch.js";
import { FORMAT, schemaOf } from "./schema.js";

/** Rows that are compressed, and skipped by statistics, together. */
export const ROW_GROUP = 20_000;

/** Writes the rows of one file, sorted, in one or more batches. */
export interface TableWriter {
  /** Appends a batch as one or more row groups. */
  write(batch: Batch): void;
  /** Returns the bytes of the file. */
  finish(): Uint8Array;
}

/** Creates a file of a table in memory. Text is compressed by gzip, which every reader knows. */
export async function createTableWriter(table: Table): Promise<TableWriter> {
  const { ByteWriter, ParquetWriter } = await import("hyparquet-writer");
  const bytes = new ByteWriter();
  const file = new ParquetWriter({
    writer: bytes,
    schema: schemaOf(table),
    codec: "GZIP",
    compressors: { GZIP: (input) => gzipSync(input) },
    createdBy: `carry-cli ${VERSION}`,
    kvMetadata: [
      { key: "carry.table", value: table.name },
      { key: "carry.format", value: String(FORMAT) },
    ],
  });
  return {
    write({ length, columns }) {
      if (length === 0) return;
      const columnData = Object.entries(table.columns).map(([name, spec]) => ({
        name,
        data: encoded(columns[name] ?? [], spec),
        statistics: spec.kind !== "text",
      }));
      file.write({ columnData, rowGroupSize: ROW_GROUP });
    },
    finish() {
      file.finish();
      return bytes.getBytes();
    },
  };
}

/** Returns the bytes of a file with these rows, which are in order. */
export async function fileOf(table: Table, batch: Batch): Promise<Uint8Array> {
  const writer = await createTableWriter(table);
  writer.write(batch);
  return writer.finish();
}

function encoded(values: Values, { kind, nullable }: ColumnSpec) {
  if (kind === "text") return Array.from(values);
  if (kind === "small") {
    return nullable ? Array.from(values) : Int32Array.from(values as ArrayLike<number>);
  }
  return wide(values);
}

/** Neighbours are often equal, and share one BigInt then, which saves memory and comparisons. */
function wide(values: Values): (bigint | null)[] {
  const found = new Array<bigint | null>(values.length);
  let last: Values[number] | undefined;
  let lastWide: bigint | null = null;
  for (let index = 0; index < values.length; index++) {
    const value = values[index] ?? null;
    if (value !== last) lastWide = value === null ? null : BigInt(value);
    last = value;
    found[index] = lastWide;
  }
  return found;
}
