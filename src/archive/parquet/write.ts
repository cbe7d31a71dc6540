import type { RowGroup } from "hyparquet";
import { BOUNDS } from "../../base/bounds.js";
import { VERSION } from "../../base/version.js";
import { ArchiveError } from "../errors.js";
import type { Table } from "../tables.js";
import type { Batch, Rows, Values } from "./batch.js";
import type { WrittenChunk } from "./column-chunk.js";
import { MAGIC, readFooter, wholeOf } from "./footer.js";
import { FORMAT, schemaOf, WRITER } from "./schema.js";

/** Maximum rows of a row group, which is compressed, and skipped by its statistics, as a whole. */
export const ROW_GROUP = 20_000;

/** Maximum UTF-16 units of the texts of a row group of several rows; 3 bytes each at most. */
export const GROUP_UNITS = 8 * 1024 * 1024;

/** Creates a file of a table in memory. Rows are written in order, in one or more batches. */
export async function createTableWriter(table: Table) {
  const { ByteWriter } = await import("hyparquet-writer/src/bytewriter.js");
  const { writeIndexes } = await import("hyparquet-writer/src/indexes.js");
  const { writeMetadata } = await import("hyparquet-writer/src/metadata.js");
  const { writeChunk } = await import("./column-chunk.js");
  const { pagesOf } = await import("./column-pages.js");
  const bytes = new ByteWriter();
  bytes.appendUint32(MAGIC);
  const groups: RowGroup[] = [];
  const chunks: WrittenChunk[] = [];
  let length = 0;
  let content = 0;
  const writeGroup = (columns: Batch["columns"], rows: Rows) => {
    const begin = bytes.offset;
    const written = Object.entries(table.columns).map(([name, spec]) =>
      writeChunk(bytes, name, spec.kind, pagesOf(columns[name] as Values, rows, spec)),
    );
    chunks.push(...written);
    const own = written.map(({ chunk }) => chunk);
    const size = own.reduce(
      (sum, { meta_data: data }) => sum + (data?.total_uncompressed_size ?? 0n),
      0n,
    );
    content += Number(size);
    groups.push({
      columns: own,
      total_byte_size: size,
      num_rows: BigInt(rows.to - rows.from),
      total_compressed_size: BigInt(bytes.offset - begin),
    });
  };
  return {
    /** Appends a batch as one or more row groups. */
    write(batch: Batch): void {
      for (const rows of groupsOf(table, batch)) writeGroup(batch.columns, rows);
      length += batch.length;
    },
    /** Reports whether further rows belong in another file. */
    isFull: () =>
      2 * bytes.offset > objectBytes || 2 * length > fileRows || 2 * content > fileContentBytes,
    /** Returns the bytes of the file. @throws {ArchiveError} when they exceed what is read */
    async finish(): Promise<Uint8Array> {
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
      const file = bytes.getBytes();
      try {
        wholeOf(file.length, objectBytes, "bytes");
        await readFooter(file);
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        throw new ArchiveError("archive", `rows of ${table.name} fit in no file: ${reason}`);
      }
      return file;
    },
  };
}

const { objectBytes, fileRows, fileContentBytes } = BOUNDS.archive;

/** Splits a batch into row groups. */
function* groupsOf({ columns: specs }: Table, { columns, length }: Batch): Generator<Rows> {
  const texts = Object.keys(specs).filter((name) => specs[name]?.kind === "text");
  const values = texts.map((name) => columns[name] as Values);
  let [from, units] = [0, 0];
  for (let row = 0; row < length; row++) {
    let own = 0;
    for (const column of values) own += (column[row] as string | null)?.length ?? 0;
    if (row - from === ROW_GROUP || (row > from && units + own > GROUP_UNITS)) {
      yield { from, to: row };
      from = row;
      units = 0;
    }
    units += own;
  }
  if (from < length) yield { from, to: length };
}

/** Returns the bytes of a file with these rows, which are in order. */
export async function fileOf(table: Table, batch: Batch): Promise<Uint8Array> {
  const writer = await createTableWriter(table);
  writer.write(batch);
  return writer.finish();
}
