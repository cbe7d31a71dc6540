import type { RowGroup, SchemaElement } from "hyparquet";
import { BOUNDS } from "../../../base/bounds.js";
import type { ColumnSpec } from "../../tables.js";
import { spanOf, wholeOf } from "../footer.js";
import { endOfRecord } from "../thrift.js";
import { type CodedColumn, MISSING } from "./column.js";
import { inflateOf } from "./inflate.js";
import { readDataPage, readPlain } from "./page.js";
import type { Texts } from "./texts.js";

const { pageHeader, groupTextBytes } = BOUNDS.archive;

/** Reads one column of a row group from the bytes of its file. */
export type CodedReader = (
  bytes: Uint8Array,
  group: RowGroup,
  element: SchemaElement,
  kind: ColumnSpec["kind"],
) => CodedColumn;

/**
 * Creates a reader of columns as carry and most other programs write them: pages of data of either version,
 * with a dictionary or without. It throws for other encodings, damage, and what exceeds {@link BOUNDS}.
 */
export async function createCodedReader(): Promise<CodedReader> {
  const { parquetHeader } = await import("hyparquet/src/column.js");
  return (bytes, { columns, num_rows: rows }, { name, type, repetition_type }, kind) => {
    const meta = columns.find((it) => it.meta_data?.path_in_schema[0] === name)?.meta_data;
    if (meta === undefined || meta.type !== type) throw new Error("it is missing in a row group");
    const { start, end } = spanOf(meta);
    const chunk = bytes.subarray(start, end);
    const reader = { view: new DataView(chunk.buffer, chunk.byteOffset, chunk.length), offset: 0 };
    let content = Number(meta.total_uncompressed_size);
    const next = () => {
      endOfRecord(chunk, reader.offset, chunk.length, pageHeader);
      const header = parquetHeader(reader);
      const from = reader.offset;
      const left = chunk.length - from;
      reader.offset += wholeOf(header.compressed_page_size, left, "bytes in a page");
      content -= wholeOf(header.uncompressed_page_size, content, "bytes in a page");
      return { header, page: chunk.subarray(from, reader.offset) };
    };
    const spec = { kind, nullable: repetition_type === "OPTIONAL", inflate: inflateOf(meta.codec) };
    const pages: CodedColumn[] = [];
    let dictionary: CodedColumn["shared"] | undefined;
    let left = Number(rows);
    while (left > 0) {
      const { header, page } = next();
      if (header.type === "DICTIONARY_PAGE" && pages.length === 0 && dictionary === undefined) {
        const length = header.dictionary_page_header?.num_values;
        const values = spec.inflate(page, header.uncompressed_page_size);
        dictionary = readPlain(kind, values, wholeOf(length, values.length, "values"));
        continue;
      }
      const read = readDataPage(page, header, { ...spec, dictionary, mostRows: left });
      if (read.places.length === 0) throw new Error("it has a page without rows");
      pages.push(read);
      left -= read.places.length;
    }
    if (reader.offset !== chunk.length) throw new Error("it has more pages than rows");
    const column = joinPages(pages) ?? EMPTY;
    assertShort(column);
    return column;
  };
}

const EMPTY: CodedColumn = { shared: new Float64Array(), places: new Int32Array() };

/** @throws {Error} when many rows share texts that together would be too long */
function assertShort({ shared, places }: CodedColumn): void {
  if (shared instanceof Float64Array) return;
  const { bytes, bounds } = shared;
  if (bytes.length * places.length <= groupTextBytes) return; // nearly always
  let length = 0;
  for (const place of places) {
    if (place !== MISSING) length += (bounds[2 * place + 1] ?? 0) - (bounds[2 * place] ?? 0);
  }
  wholeOf(length, groupTextBytes, "bytes of text in a row group");
}

/** Joins the pages of a column. Those with codes share the dictionary of the column. */
function joinPages(pages: readonly CodedColumn[]): CodedColumn | undefined {
  const [first] = pages;
  if (first === undefined || pages.length === 1) return first;
  const rows = pages.reduce((sum, { places }) => sum + places.length, 0);
  const isCoded = pages.every(({ shared }) => shared === first.shared);
  const places = new Int32Array(rows);
  let row = 0;
  let before = 0; // values of earlier pages
  for (const { places: own, shared } of pages) {
    for (let at = 0; at < own.length; at++) {
      const place = own[at] ?? MISSING;
      places[row++] = place === MISSING || isCoded ? place : place + before;
    }
    before += shared.length;
  }
  return { shared: isCoded ? first.shared : joinShared(pages.map(({ shared }) => shared)), places };
}

function joinShared(parts: readonly CodedColumn["shared"][]): CodedColumn["shared"] {
  const texts = parts.filter((part) => !(part instanceof Float64Array)) as readonly Texts[];
  if (texts.length > 0) return joinTexts(texts);
  return Float64Array.from((parts as readonly Float64Array[]).flatMap((part) => Array.from(part)));
}

function joinTexts(parts: readonly Texts[]): Texts {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const bounds = new Int32Array(2 * length);
  let at = 0;
  let before = 0; // bytes of earlier pages
  for (const part of parts) {
    for (const bound of part.bounds) bounds[at++] = bound + before;
    before += part.bytes.length;
  }
  return { length, bounds, bytes: Buffer.concat(parts.map(({ bytes }) => bytes)) };
}
