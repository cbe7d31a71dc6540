import type { PageHeader } from "hyparquet/src/types.js";
import type { ColumnSpec } from "../../tables.js";
import { type CodedColumn, MISSING } from "./column.js";
import { readCodes } from "./runs.js";
import { findTexts, type Texts } from "./texts.js";

/** Inflates bytes to a length; undefined when they have another. */
export type Inflate = (bytes: Uint8Array, length: number) => Uint8Array | undefined;

/** Returns as many values as are written one after the other; undefined when the bytes end before. */
export function readPlain(
  kind: ColumnSpec["kind"],
  bytes: Uint8Array,
  start: number,
  length: number,
): Float64Array | Texts | undefined {
  if (kind === "text") return findTexts(bytes, start, length);
  const size = kind === "small" ? 4 : 8;
  if (start + length * size > bytes.length) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset + start, length * size);
  const numbers = new Float64Array(length);
  for (let index = 0; index < length; index++) {
    numbers[index] =
      size === 4
        ? view.getInt32(4 * index, true)
        : view.getInt32(8 * index + 4, true) * 0x1_0000_0000 + view.getUint32(8 * index, true);
  }
  return numbers;
}

/**
 * Reads a page of data of the second version, the one that carry writes.
 * @param bytes of the page, without its header
 * @param dictionary values that codes stand for
 * @returns undefined when the page is anything else, or not as its header says
 */
export function readDataPage(
  bytes: Uint8Array,
  header: PageHeader,
  { kind, nullable }: Pick<ColumnSpec, "kind" | "nullable">,
  dictionary: Float64Array | Texts | undefined,
  inflate: Inflate,
): CodedColumn | undefined {
  const page = header.data_page_header_v2;
  if (page === undefined || page.num_rows !== page.num_values) return undefined;
  const { num_values: rows, num_nulls: missing, definition_levels_byte_length: before } = page;
  if (page.repetition_levels_byte_length !== 0 || (before !== 0) !== nullable) return undefined;
  if (before > bytes.length || missing > rows || missing < 0) return undefined;
  const places = new Int32Array(rows);
  if (nullable && !readPresence(bytes, before, places, missing)) return undefined;
  const size = header.uncompressed_page_size - before;
  const rest = bytes.subarray(before);
  const content = page.is_compressed === false ? rest : inflate(rest, size);
  if (content?.length !== size) return undefined;
  const present = rows - missing;
  if (page.encoding === "PLAIN") {
    const shared = readPlain(kind, content, 0, present);
    if (shared !== undefined) number(places, present);
    return shared && { shared, places };
  }
  const isCoded = page.encoding === "RLE_DICTIONARY" || page.encoding === "PLAIN_DICTIONARY";
  if (!isCoded || dictionary === undefined) return undefined;
  const [bits] = content;
  if (bits === undefined) return undefined;
  const codes = missing === 0 ? places : new Int32Array(present);
  if (!readCodes(content, 1, content.length, bits, codes)) return undefined;
  if (largestOf(codes) >= dictionary.length) return undefined;
  if (codes !== places) place(codes, places);
  return { shared: dictionary, places };
}

function largestOf(codes: Int32Array): number {
  let largest = MISSING;
  for (let index = 0; index < codes.length; index++) {
    const code = codes[index] ?? 0;
    if (code > largest) largest = code;
  }
  return largest;
}

/** Marks the rows without a value. @returns false unless there are as many as announced */
function readPresence(
  bytes: Uint8Array,
  end: number,
  places: Int32Array,
  missing: number,
): boolean {
  if (!readCodes(bytes, 0, end, 1, places)) return false;
  let found = 0;
  for (let row = 0; row < places.length; row++) {
    const level = places[row] ?? 0;
    if (level > 1) return false;
    found += 1 - level;
    places[row] = level - 1; // 0 where there is a value, else MISSING
  }
  return found === missing;
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
