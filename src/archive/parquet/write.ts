import type { RowGroup } from "hyparquet";
import { VERSION } from "../../base/version.js";
import type { Table } from "../tables.js";
import type { Batch, Rows, Values } from "./batch.js";
import type { WrittenChunk } from "./column-chunk.js";
import { FORMAT, schemaOf, WRITER } from "./schema.js";

/** Rows that are compressed, and skipped by statistics, together. */
export const ROW_GROUP = 20_000;

/** `PAR1`, with which a file begins and ends. */
const MAGIC = 0x31524150;

/** Writes the rows of one file, sorted, in one or more batches. */
export interface TableWriter {
  /** Appends a batch as one or more row groups; batches are written one after the other. */
  write(batch: Batch): Promise<void>;
  /** Returns the bytes of the file. */
  finish(): Uint8Array;
}

/** Creates a file of a table in memory. */
export async function createTableWriter(table: Table): Promise<TableWriter> {
  const { ByteWriter } = await import("hyparquet-writer/src/bytewriter.js");
  const { writeIndexes } = await import("hyparquet-writer/src/indexes.js");
  const { writeMetadata } = await import("hyparquet-writer/src/metadata.js");
  const { compressed, writeChunk } = await import("./column-chunk.js");
  const { pagesOf } = await import("./column-pages.js");
  const bytes = new ByteWriter();
  bytes.appendUint32(MAGIC);
  const groups: RowGroup[] = [];
  const chunks: WrittenChunk[] = [];
  let length = 0;
  const writeGroup = async (columns: Batch["columns"], rows: Rows) => {
    const encoded = Object.entries(table.columns).map(([name, spec]) => ({
      ...{ name, spec },
      pages: pagesOf(columns[name] as Values, rows, spec),
    }));
    const ready = await Promise.all(
      encoded.map(({ name, spec, pages }) => compressed(name, spec.kind, pages)),
    );
    const begin = bytes.offset;
    const written = ready.map((column) => writeChunk(bytes, column));
    chunks.push(...written);
    const own = written.map(({ chunk }) => chunk);
    groups.push({
      columns: own,
      total_byte_size: own.reduce(
        (sum, { meta_data: data }) => sum + (data?.total_uncompressed_size ?? 0n),
        0n,
      ),
      num_rows: BigInt(rows.to - rows.from),
      total_compressed_size: BigInt(bytes.offset - begin),
    });
  };
  return {
    async write(batch) {
      for (let from = 0; from < batch.length; from += ROW_GROUP) {
        await writeGroup(batch.columns, { from, to: Math.min(from + ROW_GROUP, batch.length) });
      }
      length += batch.length;
    },
    finish() {
      writeIndexes(bytes, chunks as Parameters<typeof writeIndexes>[1]);
      writeMetadata(bytes, {
        version: 2,
        created_by: `${WRITER} ${VERSION}`,
        schema: schemaOf(table),
        num_rows: BigInt(length),
        row_groups: groups,
        key_value_metadata: [
          { key: "carry.table", value: table.name },
          { key: "carry.format", value: String(FORMAT) },
        ],
      } as unknown as Parameters<typeof writeMetadata>[1]);
      bytes.appendUint32(MAGIC);
      return bytes.getBytes();
    },
  };
}

/** Returns the bytes of a file with these rows, which are in order. */
export async function fileOf(table: Table, batch: Batch): Promise<Uint8Array> {
  const writer = await createTableWriter(table);
  await writer.write(batch);
  return writer.finish();
}
