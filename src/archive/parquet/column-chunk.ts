import { gzipSync } from "node:zlib";
import type { ColumnChunk } from "hyparquet";
import type { ByteWriter } from "hyparquet-writer/src/bytewriter.js";
import { writePageHeader } from "hyparquet-writer/src/datapage.js";
import type { ColumnKind } from "../tables.js";
import type { ColumnPages, Page, Statistics } from "./column-pages.js";

type PageLocations = { offset: bigint; compressed_page_size: number; first_row_index: bigint }[];

/** What the footer says of a column of a row group. */
export interface WrittenChunk {
  readonly chunk: ColumnChunk;
  /** Where its pages are, when there is more than one. */
  readonly offsetIndex: { readonly page_locations: PageLocations } | undefined;
}

/** Appends a column to a file, compressed by gzip, which every reader knows. */
export function writeChunk(
  writer: ByteWriter,
  name: string,
  kind: ColumnKind,
  { dictionary, pages, statistics }: ColumnPages,
): WrittenChunk {
  const begin = writer.offset;
  let size = 0;
  if (dictionary !== undefined) size += writeDictionary(writer, dictionary);
  const dataBegin = writer.offset;
  const encoding = dictionary === undefined ? "PLAIN" : "RLE_DICTIONARY";
  const locations: PageLocations = [];
  let rows = 0;
  for (const page of pages) {
    const offset = BigInt(writer.offset);
    size += writePage(writer, page, encoding);
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
): number {
  const bytes = gzipSync(body);
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
  encoding: "PLAIN" | "RLE_DICTIONARY",
): number {
  const bytes = gzipSync(body);
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
