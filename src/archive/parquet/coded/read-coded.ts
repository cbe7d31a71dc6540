import type { FileMetaData, RowGroup, SchemaElement } from "hyparquet";
import type { DataReader, PageHeader } from "hyparquet/src/types.js";
import type { ColumnSpec } from "../../tables.js";
import type { CodedColumn } from "./column.js";
import { gunzip } from "./gunzip.js";
import { joinPages } from "./join-pages.js";
import { type Inflate, readDataPage, readPlain } from "./page.js";

/** Reads one column of a row group from the bytes of its file. */
export type CodedReader = (
  bytes: Uint8Array,
  group: RowGroup,
  name: string,
  spec: ColumnSpec,
) => CodedColumn | undefined;

/**
 * Creates a reader of the columns of a file as carry writes them. It returns undefined for all that
 * is written in another way or looks damaged.
 */
export async function createCodedReader({ schema }: FileMetaData): Promise<CodedReader> {
  const { parquetHeader } = await import("hyparquet/src/column.js");
  const isFlat = schema.length - 1 === schema[0]?.num_children;
  return (bytes, group, name, { kind }) => {
    const element = schema.find((it) => it.name === name);
    if (!isFlat || element === undefined || !isPlain(element, kind)) return undefined;
    const nullable = element.repetition_type === "OPTIONAL";
    try {
      return readChunk(parquetHeader, bytes, group, element, { kind, nullable });
    } catch {
      return undefined; // it looks damaged
    }
  };
}

/** Reports whether the values of a column need no conversion. */
function isPlain(element: SchemaElement, kind: ColumnSpec["kind"]): boolean {
  const { type, converted_type: converted, logical_type: logical, repetition_type } = element;
  if (repetition_type !== "REQUIRED" && repetition_type !== "OPTIONAL") return false;
  if (kind === "text") {
    const isString = logical === undefined || logical.type === "STRING";
    return type === "BYTE_ARRAY" && converted === "UTF8" && isString;
  }
  if (kind === "small") return type === "INT32" && converted === undefined && logical === undefined;
  return type === "INT64"; // whatever it is said to be: times are read as numbers
}

const INFLATE: Readonly<Record<string, Inflate>> = { GZIP: gunzip, UNCOMPRESSED: (bytes) => bytes };

/** Reads a column of a row group: pages of data, and perhaps a dictionary before them. */
function readChunk(
  parquetHeader: (reader: DataReader) => PageHeader,
  bytes: Uint8Array,
  { columns, num_rows: rows }: RowGroup,
  { name, type }: SchemaElement,
  spec: Pick<ColumnSpec, "kind" | "nullable">,
): CodedColumn | undefined {
  const meta = columns.find((it) => it.meta_data?.path_in_schema[0] === name)?.meta_data;
  const inflate = INFLATE[meta?.codec ?? ""];
  if (meta === undefined || meta.type !== type || inflate === undefined) return undefined;
  const start = Number(meta.dictionary_page_offset || meta.data_page_offset);
  const end = start + Number(meta.total_compressed_size);
  if (end > bytes.length) return undefined;
  const chunk = bytes.subarray(start, end);
  const view = new DataView(chunk.buffer, chunk.byteOffset, chunk.length);
  const reader: DataReader = { view, offset: 0 };
  const next = () => {
    const header = parquetHeader(reader);
    const from = reader.offset;
    reader.offset += header.compressed_page_size;
    return { header, page: chunk.subarray(from, reader.offset) };
  };
  const pages: CodedColumn[] = [];
  let dictionary: CodedColumn["shared"] | undefined;
  let left = Number(rows);
  while (left > 0) {
    const { header, page } = next();
    if (reader.offset > chunk.length) return undefined;
    if (header.type === "DICTIONARY_PAGE" && pages.length === 0) {
      const content = inflate(page, header.uncompressed_page_size);
      const length = header.dictionary_page_header?.num_values;
      if (content?.length !== header.uncompressed_page_size || length === undefined)
        return undefined;
      dictionary = readPlain(spec.kind, content, 0, length);
      continue;
    }
    if (header.type !== "DATA_PAGE_V2") return undefined;
    const read = readDataPage(page, header, spec, dictionary, inflate);
    if (read === undefined || read.places.length === 0 || read.places.length > left)
      return undefined;
    pages.push(read);
    left -= read.places.length;
  }
  return joinPages(pages) ?? EMPTY;
}

const EMPTY: CodedColumn = { shared: new Float64Array(), places: new Int32Array() };
