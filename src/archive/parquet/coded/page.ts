import type { PageHeader } from "hyparquet/src/types.js";
import type { ColumnSpec } from "../../tables.js";
import { wholeOf } from "../footer.js";
import { type CodedColumn, MISSING } from "./column.js";
import type { Inflate } from "./inflate.js";
import { readCodes } from "./runs.js";
import { findTexts, type Texts } from "./texts.js";

/** Decodes values (PLAIN). @throws {Error} unless the bytes are exactly `length` values */
export function readPlain(
  kind: ColumnSpec["kind"],
  bytes: Uint8Array,
  length: number,
): Float64Array | Texts {
  if (kind === "text") return findTexts(bytes, length);
  const size = kind === "small" ? 4 : 8;
  if (length * size !== bytes.length) throw new Error("it has a page of another number of values");
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const numbers = new Float64Array(length);
  for (let index = 0; index < length; index++) {
    numbers[index] =
      size === 4
        ? view.getInt32(4 * index, true)
        : view.getInt32(8 * index + 4, true) * 0x1_0000_0000 + view.getUint32(8 * index, true);
  }
  return numbers;
}

/** Parts of a page of data of either version. */
interface Parts {
  readonly rows: number;
  /** Rows without a value; undefined where the header does not say. */
  readonly missing: number | undefined;
  /** Codes of the rows with a value; undefined where each has to have one. */
  readonly levels: Uint8Array | undefined;
  /** The values that are there. */
  readonly content: Uint8Array;
  readonly encoding: string;
}

/** How the pages of a column are read. */
export interface PageSpec extends Pick<ColumnSpec, "kind" | "nullable"> {
  /** Values of the codes. */
  readonly dictionary: CodedColumn["shared"] | undefined;
  readonly inflate: Inflate;
  /** Rows that are left of the row group. */
  readonly mostRows: number;
}

/**
 * Reads a page of data.
 * @param bytes of the page, without its header
 * @throws {Error} when it is not as its header says, or encoded in a way that is not read
 */
export function readDataPage(bytes: Uint8Array, header: PageHeader, spec: PageSpec): CodedColumn {
  const { kind, dictionary } = spec;
  const partsOf = header.type === "DATA_PAGE_V2" ? partsOfV2 : partsOfV1;
  const { rows, missing, levels, content, encoding } = partsOf(bytes, header, spec);
  const places = new Int32Array(rows);
  const present = levels === undefined ? rows : readPresence(levels, places);
  if (rows - present !== (missing ?? rows - present)) {
    throw new Error("it has a page with another number of missing values");
  }
  if (encoding === "PLAIN") {
    const shared = readPlain(kind, content, present);
    number(places, present);
    return { shared, places };
  }
  if (encoding !== "RLE_DICTIONARY" && encoding !== "PLAIN_DICTIONARY") {
    throw new Error(`it is encoded as ${encoding}: write it again as PLAIN or RLE_DICTIONARY`);
  }
  if (dictionary === undefined) throw new Error("it has no dictionary");
  const codes = present === rows ? places : new Int32Array(present);
  if (present > 0) readCodes(content.subarray(1), content[0] ?? 0, codes);
  if (largestOf(codes) >= dictionary.length)
    throw new Error("it has a place beyond its dictionary");
  if (codes !== places) place(codes, places);
  return { shared: dictionary, places };
}

/** Reads a page of the first version, as most programs write. */
function partsOfV1(bytes: Uint8Array, header: PageHeader, { nullable, ...spec }: PageSpec): Parts {
  const page = header.data_page_header;
  if (page === undefined || header.type !== "DATA_PAGE") throw new Error("it has an unknown page");
  const rows = wholeOf(page.num_values, spec.mostRows, "rows in a page");
  const content = spec.inflate(bytes, header.uncompressed_page_size);
  const { encoding } = page;
  if (!nullable) return { rows, missing: undefined, levels: undefined, content, encoding };
  const { definition_level_encoding: levelEncoding } = page;
  if (levelEncoding !== "RLE")
    throw new Error(`it has levels that are encoded as ${levelEncoding}`);
  if (content.length < 4) throw new Error("it has a page that ends early");
  const length = new DataView(content.buffer, content.byteOffset).getUint32(0, true);
  const end = 4 + wholeOf(length, content.length - 4, "bytes of levels");
  const levels = content.subarray(4, end);
  return { rows, missing: undefined, levels, content: content.subarray(end), encoding };
}

/** Reads a page of the second version, the one that carry writes. */
function partsOfV2(bytes: Uint8Array, header: PageHeader, { nullable, ...spec }: PageSpec): Parts {
  const page = header.data_page_header_v2;
  if (page === undefined || page.num_rows !== page.num_values) {
    throw new Error("it has a page with lists");
  }
  const rows = wholeOf(page.num_rows, spec.mostRows, "rows in a page");
  const length = wholeOf(page.definition_levels_byte_length, bytes.length, "bytes of levels");
  if (page.repetition_levels_byte_length !== 0 || (length !== 0) !== nullable) {
    throw new Error("it has a page with other levels than its column");
  }
  const size = header.uncompressed_page_size - length;
  if (size < 0) throw new Error("it has a page that ends early");
  const rest = bytes.subarray(length);
  const isCompressed = page.is_compressed !== false;
  const content = isCompressed ? spec.inflate(rest, size) : rest;
  if (content.length !== size) throw new Error("it has a page of another size than announced");
  const levels = nullable ? bytes.subarray(0, length) : undefined;
  return { rows, missing: page.num_nulls, levels, content, encoding: page.encoding };
}

function largestOf(codes: Int32Array): number {
  let largest = MISSING;
  for (let index = 0; index < codes.length; index++) {
    const code = codes[index] ?? 0;
    if (code > largest) largest = code;
  }
  return largest;
}

/** Marks the rows without a value. @returns the number of rows with one */
function readPresence(levels: Uint8Array, places: Int32Array): number {
  readCodes(levels, 1, places);
  let present = 0;
  for (let row = 0; row < places.length; row++) {
    const level = places[row] ?? 0;
    if (level > 1) throw new Error("it has a page with lists");
    present += level;
    places[row] = level - 1; // 0 where there is a value, else MISSING
  }
  return present;
}

/** Gives each row that has a value the next place. */
function number(places: Int32Array, present: number): void {
  let next = 0;
  for (let row = 0; next < present; row++) if (places[row] !== MISSING) places[row] = next++;
}

function place(codes: Int32Array, places: Int32Array): void {
  let next = 0;
  for (let row = 0; row < places.length; row++) {
    if (places[row] !== MISSING) places[row] = codes[next++] ?? MISSING;
  }
}
