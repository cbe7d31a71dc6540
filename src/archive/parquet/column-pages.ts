import type { DecodedArray } from "hyparquet";
import { ByteWriter } from "hyparquet-writer/src/bytewriter.js";
import { useDictionary } from "hyparquet-writer/src/dictionary.js";
import { writeRleBitPackedHybrid } from "hyparquet-writer/src/encoding.js";
import { boundsOf } from "../bounds.js";
import type { ColumnKind, ColumnSpec } from "../tables.js";
import type { Rows, Values } from "./batch.js";
import { plainSmall, plainText, plainWide, unitsIn } from "./plain.js";

/** A page before it is compressed. */
export interface Page {
  /** Number of rows, and of those without a value. */
  readonly rows: number;
  readonly nulls: number;
  /** Which rows have a value; empty for a column without null. Not compressed. */
  readonly levels: Uint8Array;
  /** The values that are there. */
  readonly body: Uint8Array;
}

/** A column of a row group. */
export interface ColumnPages {
  /** The distinct values and their number, if the pages have places in them instead of values. */
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

/** Bytes of texts that a page of several rows does not reach. */
const PAGE = 1024 * 1024;

/**
 * Encodes rows of a column to the same bytes as hyparquet-writer, but without a BigInt for each number.
 * @throws {Error} for a value that the column cannot have
 */
export function pagesOf(values: Values, rows: Rows, spec: ColumnSpec): ColumnPages {
  const { kind } = spec;
  const there = kind === "text" ? textsOf(values, rows) : numbersOf(values, rows);
  const statistics =
    there instanceof Float64Array ? statisticsOf(there, rows.to - rows.from) : undefined;
  const isFull = there.length === rows.to - rows.from;
  const { distinct, places } = dictionaryOf(
    isFull ? there : sliceOf(values, rows),
    there.length,
    kind,
  );
  if (distinct === undefined) {
    const parts = there instanceof Float64Array ? [rows] : textPages(values, rows, there);
    const pages = parts.map((part) => {
      const isAll = parts.length === 1;
      const own = isAll ? there : textsOf(values, part);
      return { ...levelsOf(values, part, own.length, spec), body: plain(own, kind) };
    });
    return { dictionary: undefined, pages, statistics };
  }
  const { length } = distinct;
  const width = 32 - Math.clz32(length - 1);
  const page = {
    ...levelsOf(values, rows, there.length, spec),
    body: hybridOf(places, width, true),
  };
  const listed = kind === "text" ? (distinct as string[]) : Float64Array.from(distinct as number[]);
  return { dictionary: { length, body: plain(listed, kind) }, pages: [page], statistics };
}

/**
 * Returns the distinct values and the place of each value that is there; nothing where that is no gain.
 * @param count of the values that are there
 */
function dictionaryOf(values: DecodedArray, count: number, kind: ColumnKind) {
  const places = new Int32Array(count);
  if (count === 0) return { distinct: undefined, places };
  const { dictionary, indexes = [] } = useDictionary(values, PHYSICAL[kind], undefined, undefined);
  let filled = 0;
  for (let row = 0; row < indexes.length; row++) {
    const index = indexes[row];
    if (index !== undefined) places[filled++] = index;
  }
  return { distinct: dictionary, places };
}

const PHYSICAL = { integer: "INT64", time: "INT64", small: "INT32", text: "BYTE_ARRAY" } as const;

function sliceOf(values: Values, { from, to }: Rows): DecodedArray {
  if (values instanceof Float64Array) return values.subarray(from, to);
  return Array.prototype.slice.call(values, from, to);
}

function plain(there: Float64Array | readonly string[], kind: ColumnKind): Uint8Array {
  if (!(there instanceof Float64Array)) return plainText(there);
  return kind === "small" ? plainSmall(there) : plainWide(there);
}

/** @param count of the rows that have a value */
function levelsOf(
  values: Values,
  { from, to }: Rows,
  count: number,
  { nullable }: ColumnSpec,
): Omit<Page, "body"> {
  const rows = to - from;
  const nulls = rows - count;
  if (!nullable) {
    if (nulls > 0) throw new Error("a value is missing");
    return { rows, nulls, levels: new Uint8Array() };
  }
  const levels = new Int32Array(rows).fill(nulls === 0 ? 1 : 0);
  if (nulls > 0 && count > 0) {
    for (let row = 0; row < rows; row++) if ((values[from + row] ?? null) !== null) levels[row] = 1;
  }
  return { rows, nulls, levels: hybridOf(levels, 1) };
}

/** Encodes whole numbers in runs and packed bits. @param isHeaded whether their width precedes them */
function hybridOf(values: Int32Array, width: number, isHeaded = false): Uint8Array {
  const writer = new ByteWriter();
  if (isHeaded) writer.appendUint8(width);
  writeRleBitPackedHybrid(writer, values, width);
  return writer.getBytes();
}

/** Splits a column of text into pages. */
function textPages(values: Values, rows: Rows, there: readonly string[]): Rows[] {
  if (3 * unitsIn(there) < PAGE) return [rows]; // a unit of UTF-16 takes 3 bytes at most
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

function statisticsOf(there: Float64Array, rows: number): Statistics {
  const { least, most } = boundsOf(there);
  const nulls = rows - there.length;
  const isNone = there.length === 0;
  return { min: isNone ? undefined : least, max: isNone ? undefined : most, nulls };
}

/** Returns the numbers of rows, without those that are missing. @throws for a text */
function numbersOf(values: Values, { from, to }: Rows): Float64Array {
  if (values instanceof Float64Array) return values.subarray(from, to);
  const there = new Float64Array(to - from);
  let count = 0;
  for (let index = from; index < to; index++) {
    const value = values[index] ?? null;
    if (value === null) continue;
    if (typeof value !== "number") throw new TypeError(`${value} is no number`);
    there[count++] = value;
  }
  return there.subarray(0, count);
}

/** Returns the texts of rows, without those that are missing. @throws for a number */
function textsOf(values: Values, { from, to }: Rows): string[] {
  const there: string[] = [];
  for (let index = from; index < to; index++) {
    const value = values[index] ?? null;
    if (value === null) continue;
    if (typeof value !== "string") throw new TypeError(`${value} is no text`);
    there.push(value);
  }
  return there;
}
