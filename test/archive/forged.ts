import type { ColumnChunk, FileMetaData, PageHeader } from "hyparquet";
import { ByteWriter } from "hyparquet-writer";
import { writePageHeader } from "hyparquet-writer/src/datapage.js";
import { writeMetadata } from "hyparquet-writer/src/metadata.js";
import { schemaOf } from "../../src/archive/parquet/schema.js";
import { FUNDING } from "../../src/archive/tables.js";
import { NOW } from "../support/now.js";

const MAGIC = 0x31524150;

/** What follows a header of a page; the header may say anything. */
export type ForgedPage = readonly [header: PageHeader, body: Uint8Array];

type Meta = NonNullable<ColumnChunk["meta_data"]>;

/** A column of a row group; what is said of it may be anything. */
export interface ForgedColumn {
  readonly pages: readonly ForgedPage[];
  readonly says?: Partial<Meta>;
}

/** A file of settled funding, of which any part may be wrong. */
export interface Forged {
  /** Rows of a row group. */
  readonly rows: number;
  /** Columns that are not right, by name. */
  readonly columns?: Readonly<Record<string, ForgedColumn>>;
  /** Row groups, which lie upon one another. */
  readonly groups?: number;
  readonly says?: Partial<FileMetaData>;
}

/** Returns a page of data of the first version. */
export function dataPage(
  rows: number,
  body: Uint8Array,
  says: Partial<PageHeader> & { readonly encoding?: "PLAIN" | "RLE_DICTIONARY" } = {},
): ForgedPage {
  const { encoding = "PLAIN", ...others } = says;
  const header: PageHeader = {
    type: "DATA_PAGE",
    uncompressed_page_size: body.length,
    compressed_page_size: body.length,
    data_page_header: {
      ...{ num_values: rows, encoding },
      ...{ definition_level_encoding: "RLE", repetition_level_encoding: "RLE" },
    },
    ...others,
  };
  return [header, body];
}

/** Returns a page with the values that codes stand for. */
export function dictionaryPage(length: number, body: Uint8Array): ForgedPage {
  const header: PageHeader = {
    type: "DICTIONARY_PAGE",
    uncompressed_page_size: body.length,
    compressed_page_size: body.length,
    dictionary_page_header: { num_values: length, encoding: "PLAIN" },
  };
  return [header, body];
}

/** Returns a column of so many equal numbers of 64 bits. */
function numbers(rows: number, value: number): ForgedColumn {
  const own = new Uint8Array(8);
  new DataView(own.buffer).setBigInt64(0, BigInt(value), true);
  const pages = [dictionaryPage(1, own)];
  const codes = Uint8Array.of(0, ...varint(rows << 1));
  return { pages: [...pages, dataPage(rows, codes, { encoding: "RLE_DICTIONARY" })] };
}

/** Returns a number as it is written in a record or before a run of codes. */
export function varint(value: number): number[] {
  const rest = Math.floor(value / 128);
  return rest === 0 ? [value] : [(value % 128) | 0x80, ...varint(rest)];
}

/** Returns a file as it is described. */
export function forged({ rows, columns = {}, groups = 1, says }: Forged): Uint8Array {
  const all: Record<string, ForgedColumn> = {
    market_id: numbers(rows, 1),
    funding_time: numbers(rows, Date.parse("2026-05-03T00:00:00Z")),
    seen_at: numbers(rows, NOW),
    ...columns,
  };
  const writer = new ByteWriter();
  writer.appendUint32(MAGIC);
  const schema = schemaOf(FUNDING).filter(({ name }) => name === "root" || name in all);
  const chunks = Object.keys(FUNDING.columns)
    .filter((name) => name in all)
    .map((name): ColumnChunk => {
      const { pages, says: said } = all[name] as ForgedColumn;
      const begin = writer.offset;
      let size = 0;
      for (const [header, body] of pages) {
        writePageHeader(writer, header);
        writer.appendBytes(body);
        size += header.uncompressed_page_size;
      }
      const type = schema.find((it) => it.name === name)?.type ?? "INT64";
      return {
        file_offset: BigInt(begin),
        meta_data: {
          ...{ type, encodings: ["PLAIN"], path_in_schema: [name], codec: "UNCOMPRESSED" },
          num_values: BigInt(rows),
          total_uncompressed_size: BigInt(size),
          total_compressed_size: BigInt(writer.offset - begin),
          data_page_offset: BigInt(begin),
          ...said,
        },
      };
    });
  const group = { columns: chunks, total_byte_size: 0n, num_rows: BigInt(rows) };
  const metadata = {
    version: 2,
    schema: schema.map((it) => (it.name === "root" ? { ...it, num_children: chunks.length } : it)),
    num_rows: BigInt(rows * groups),
    row_groups: new Array(groups).fill(group),
    created_by: "another program",
    ...says,
  };
  writeMetadata(writer, metadata as Parameters<typeof writeMetadata>[1]);
  writer.appendUint32(MAGIC);
  return Uint8Array.from(writer.getBytes());
}

/** Returns a file whose footer is these bytes. */
export function withFooter(footer: Uint8Array): Uint8Array {
  const tail = Buffer.alloc(8);
  tail.writeUInt32LE(footer.length);
  tail.writeUInt32LE(MAGIC, 4);
  return Buffer.concat([Buffer.from("PAR1"), footer, tail]);
}
