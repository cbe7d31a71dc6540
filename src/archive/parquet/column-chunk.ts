import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { ColumnChunk } from "hyparquet";
import type { ByteWriter } from "hyparquet-writer/src/bytewriter.js";
import { writePageHeader } from "hyparquet-writer/src/datapage.js";
import type { ColumnKind } from "../tables.js";
import type { ColumnPages, Page, Statistics } from "./column-pages.js";

/** Compresses on another thread, while this one goes on. */
const compress = promisify(gzip) as (bytes: Uint8Array) => Promise<Uint8Array>;

/** A column of a row group, ready to be written. */
export interface Compressed extends ColumnPages {
  readonly name: string;
  readonly kind: ColumnKind;
  readonly compressedDictionary: Uint8Array | undefined;
  /** The body of each page. */
  readonly bodies: readonly Uint8Array[];
}

/** Compresses the pages of a column. Text is compressed by gzip, which every reader knows. */
export async function compressed(
  name: string,
  kind: ColumnKind,
  column: ColumnPages,
): Promise<Compressed> {
  const { dictionary, pages } = column;
  const [compressedDictionary, ...bodies] = await Promise.all([
    dictionary && compress(dictionary.body),
    ...pages.map(({ body }) => compress(body)),
  ]);
  return { ...column, name, kind, compressedDictionary, bodies };
}

type PageLocations = { offset: bigint; compressed_page_size: number; first_row_index: bigint }[];

/** What the footer says of a column of a row group. */
export interface WrittenChunk {
  readonly chunk: ColumnChunk;
  /** Where its pages are, when there is more than one. */
  readonly offsetIndex: { readonly page_locations: PageLocations } | undefined;
}

/** Appends a column to a file. */
export function writeChunk(writer: ByteWriter, column: Compressed): WrittenChunk {
  const { name, kind, dictionary, compressedDictionary, pages, bodies, statistics } = column;
  const begin = writer.offset;
  let size = 0;
  if (dictionary !== undefined && compressedDictionary !== undefined) {
    size += writeDictionary(writer, dictionary, compressedDictionary);
  }
  const dataBegin = writer.offset;
  const encoding = dictionary === undefined ? "PLAIN" : "RLE_DICTIONARY";
  const locations: PageLocations = [];
  let rows = 0;
  for (const [index, page] of pages.entries()) {
    const offset = BigInt(writer.offset);
    size += writePage(writer, page, bodies[index] ?? page.body, encoding);
    const length = writer.offset - Number(offset);
    locations.push({ offset, compressed_page_size: length, first_row_index: BigInt(rows) });
    rows += page.rows;
  }
  const chunk: ColumnChunk = {
    meta_data: {
      type: kind === "text" ? "BYTE_ARRAY" : kind === "small" ? "INT32" : "INT64",
      encodings: dictionary === undefined ? ["PLAIN"] : ["PLAIN", "RLE_DICTIONARY"],
      path_in_schema: [name],
      codec: "GZIP",
      num_values: BigInt(rows),
      total_compressed_size: BigInt(writer.offset - begin),
      total_uncompressed_size: BigInt(size),
      data_page_offset: BigInt(dataBegin),
      ...(dictionary !== undefined && { dictionary_page_offset: BigInt(begin) }),
      ...(statistics !== undefined && {
        statistics: statisticsIn(statistics, kind),
        encoding_stats: [
          ...(dictionary === undefined
            ? []
            : [{ page_type: "DICTIONARY_PAGE" as const, encoding: "PLAIN" as const, count: 1 }]),
          { page_type: "DATA_PAGE_V2" as const, encoding, count: pages.length },
        ],
      }),
    },
    file_offset: BigInt(begin),
  };
  const isMany = locations.length > 1;
  return { chunk, offsetIndex: isMany ? { page_locations: locations } : undefined };
}

/** @returns the bytes that it takes without compression */
function writeDictionary(
  writer: ByteWriter,
  { length, body }: NonNullable<ColumnPages["dictionary"]>,
  bytes: Uint8Array,
): number {
  const begin = writer.offset;
  writePageHeader(writer, {
    type: "DICTIONARY_PAGE",
    uncompressed_page_size: body.length,
    compressed_page_size: bytes.length,
    dictionary_page_header: { num_values: length, encoding: "PLAIN" },
  });
  const header = writer.offset - begin;
  writer.appendBytes(bytes);
  return header + body.length;
}

/** @returns the bytes that it takes without compression */
function writePage(
  writer: ByteWriter,
  { rows, nulls, levels, body }: Page,
  bytes: Uint8Array,
  encoding: "PLAIN" | "RLE_DICTIONARY",
): number {
  const begin = writer.offset;
  writePageHeader(writer, {
    type: "DATA_PAGE_V2",
    uncompressed_page_size: levels.length + body.length,
    compressed_page_size: levels.length + bytes.length,
    data_page_header_v2: {
      num_values: rows,
      num_nulls: nulls,
      num_rows: rows,
      encoding,
      definition_levels_byte_length: levels.length,
      repetition_levels_byte_length: 0,
      is_compressed: true,
    },
  });
  const header = writer.offset - begin;
  writer.appendBytes(levels);
  writer.appendBytes(bytes);
  return header + levels.length + body.length;
}

function statisticsIn({ min, max, nulls }: Statistics, kind: ColumnKind) {
  const written = (value: number) => (kind === "small" ? value : BigInt(value));
  return {
    ...(min !== undefined && { min_value: written(min) }),
    ...(max !== undefined && { max_value: written(max) }),
    null_count: BigInt(nulls),
  };
}
