import { ByteWriter } from "hyparquet-writer/src/bytewriter.js";
import { writeRleBitPackedHybrid } from "hyparquet-writer/src/encoding.js";
import type { ColumnSpec } from "../tables.js";
import type { Rows, Values } from "./batch.js";
import { bitWidthOf, dictionaryOf, type SizeOf } from "./dictionary.js";
import { plainSmall, plainText, plainWide } from "./plain.js";

/** A page before it is compressed. */
export interface Page {
  /** Number of rows, and of those without a value. */
  readonly rows: number;
  readonly nulls: number;
  /** Which rows have a value; empty where each has. Not compressed. */
  readonly levels: Uint8Array;
  /** The values that are there. */
  readonly body: Uint8Array;
}

/** A column of a row group. */
export interface ColumnPages {
  /** The distinct values and their number, where the pages have places in them. */
  readonly dictionary: { readonly length: number; readonly body: Uint8Array } | undefined;
  readonly pages: readonly Page[];
  /** Of numbers; undefined for text. */
  readonly statistics: Statistics | undefined;
}

/** The least and the greatest number, and how many are missing. */
export interface Statistics {
  readonly min: number | undefined;
  readonly max: number | undefined;
  readonly nulls: number;
}

/** Bytes of a page of text from which on another one begins. */
const PAGE = 1024 * 1024;

/**
 * Encodes rows of a column as hyparquet-writer does, to the same bytes, but without a BigInt for each
 * number and without copies of the column.
 * @throws {Error} for a value that the column cannot have
 */
export function pagesOf(values: Values, rows: Rows, spec: ColumnSpec): ColumnPages {
  const { kind, nullable } = spec;
  const statistics = kind === "text" ? undefined : statisticsOf(values, rows);
  const dictionary = dictionaryOf(values, rows, SIZE_OF[kind]);
  const levelsOf = (of: Rows) => (nullable ? levels(values, of) : noLevels(values, of));
  if (dictionary === undefined) {
    const parts = kind === "text" ? textPages(values, rows) : [rows];
    const pages = parts.map((part) => ({ ...levelsOf(part), body: plain(values, part, kind) }));
    return { dictionary: undefined, pages, statistics };
  }
  const { distinct, places } = dictionary;
  const length = distinct.length;
  const body = plain(distinct, { from: 0, to: length }, kind);
  const page = { ...levelsOf(rows), body: placesBody(places, bitWidthOf(length)) };
  return { dictionary: { length, body }, pages: [page], statistics };
}

const SIZE_OF: Readonly<Record<ColumnSpec["kind"], SizeOf>> = {
  integer: () => 8,
  time: () => 8,
  small: () => 4,
  text: (value) => 4 + (value as string).length,
};

function plain(values: Values, rows: Rows, kind: ColumnSpec["kind"]): Uint8Array {
  if (kind === "text") return plainText(values, rows);
  return kind === "small" ? plainSmall(values, rows) : plainWide(values, rows);
}

function placesBody(places: Uint32Array, bitWidth: number): Uint8Array {
  const writer = new ByteWriter(places.length + 16);
  writer.appendUint8(bitWidth);
  writeRleBitPackedHybrid(writer, places, bitWidth);
  return writer.getBytes();
}

function levels(values: Values, { from, to }: Rows): Omit<Page, "body"> {
  const present = new Uint8Array(to - from);
  let nulls = 0;
  for (let index = from; index < to; index++) {
    const isThere = (values[index] ?? null) !== null;
    if (isThere) present[index - from] = 1;
    else nulls++;
  }
  const writer = new ByteWriter(64);
  writeRleBitPackedHybrid(writer, present, 1);
  return { rows: present.length, nulls, levels: writer.getBytes() };
}

function noLevels(values: Values, { from, to }: Rows): Omit<Page, "body"> {
  for (let index = from; index < to; index++) {
    if ((values[index] ?? null) === null) throw new Error("a value is missing");
  }
  return { rows: to - from, nulls: 0, levels: new Uint8Array() };
}

/** Parts a column of text where its pages begin. */
function textPages(values: Values, rows: Rows): Rows[] {
  if (!mayBeMany(values, rows)) return [rows];
  const parts: Rows[] = [];
  let begin = rows.from;
  let size = 0;
  for (let index = rows.from; index < rows.to; index++) {
    const own = Buffer.byteLength((values[index] ?? "") as string);
    size += own;
    if (size < PAGE || index === begin) continue;
    parts.push({ from: begin, to: index });
    begin = index;
    size = own;
  }
  return [...parts, { from: begin, to: rows.to }];
}

/** A unit of UTF-16 takes 3 bytes at most. */
function mayBeMany(values: Values, { from, to }: Rows): boolean {
  let units = 0;
  for (let index = from; index < to; index++) units += ((values[index] ?? "") as string).length;
  return 3 * units >= PAGE;
}

function statisticsOf(values: Values, { from, to }: Rows): Statistics {
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  let nulls = 0;
  for (let index = from; index < to; index++) {
    const value = (values[index] ?? null) as number | null;
    if (value === null) nulls++;
    else {
      if (value < min) min = value;
      if (value > max) max = value;
    }
  }
  const isNone = nulls === to - from;
  return { min: isNone ? undefined : min, max: isNone ? undefined : max, nulls };
}
