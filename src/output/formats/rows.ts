import { asSent, doubtedFields, replacing } from "../../base/as-sent.js";
import { isRecord } from "../../base/collections.js";
import { plainNumber } from "../../base/decimal-text.js";
import { Digits, keepsDigits, parseExactly } from "../../base/json-text.js";
import type { Sink } from "../../base/terminal/io.js";
import type { Column } from "../table/column.js";
import { Several } from "../text/format.js";
import { exactJson } from "../text/json-text.js";
import type { Pages, Sourced } from "./format.js";

/** Style of a format of rows: how it writes a value and a line. */
interface RowStyle {
  readonly cell: (value: unknown) => string;
  readonly line: (cells: readonly string[]) => string;
  /** Whether the first line has the keys of the columns. */
  readonly hasHeader: boolean;
}

/**
 * Writes rows with raw values, one write per page, the header with the first.
 * @throws the error of the pages; rows already written remain
 */
export async function writeRows<T, Row>(
  pages: Pages<T>,
  rows: (item: T) => readonly Row[],
  columns: readonly Column<Row>[],
  style: RowStyle,
  sink: Sink,
): Promise<void> {
  const isHeaded = style.hasHeader && columns.length > 0; // records of unknown fields may all be missing
  let lines = isHeaded ? style.line(columns.map(({ key }) => style.cell(key))) : "";
  for await (const page of pages) {
    for (const item of page) {
      const exact = exactOf(item);
      const exactRows = exact === undefined ? undefined : rows(exact);
      rows(item.value).forEach((row, index) => {
        const exactRow = exactRows?.[index];
        lines += style.line(columns.map((column) => style.cell(cellValue(column, row, exactRow))));
      });
    }
    if (lines !== "") await sink.write(lines);
    lines = "";
  }
  if (lines !== "") await sink.write(lines);
}

/** Returns the value of a cell; what is shown as sent comes from the row with the digits as sent. */
function cellValue<Row>(column: Column<Row>, row: Row, exact: Row | undefined): unknown {
  if (column.raw !== undefined) return column.raw(row);
  const value = column.value(row);
  const isSent = typeof value === "number" || (typeof value === "object" && value !== null);
  if (exact === undefined || !isSent) return value;
  const sent = column.value(exact);
  return sent instanceof Digits || typeof sent === "object" ? sent : value;
}

/** A row of a sorted list, which has no text of its own. */
export interface SortedRow<Row> extends Sourced<Row> {
  /** The row with {@link Digits}; undefined when its value has the digits of every number. */
  readonly exact: Row | undefined;
}

/**
 * Returns the value of an item with {@link Digits} in place of the numbers that a double does not
 * keep; undefined when there are none. Only fields that are shown as sent may be read from it.
 */
export function exactOf<T>(item: Sourced<T> & Partial<SortedRow<T>>): T | undefined {
  if (item.keepsDigits === true) return undefined; // before `source`, which may search the page
  if (item.exact !== undefined || item.source === "") return item.exact;
  if (item.keepsDigits === undefined && keepsDigits(item.source)) return undefined;
  return withDigits(item.value, parseExactly(item.source)) as T;
}

/** Returns a value with the {@link Digits} of what was sent; an unreadable part of that has another shape. */
function withDigits(value: unknown, sent: unknown): unknown {
  if (sent instanceof Digits)
    return typeof value === "number" && !Number.isNaN(value) ? sent : value;
  if (Array.isArray(value) && Array.isArray(sent)) {
    return value.map((it, at) => withDigits(it, sent[at]));
  }
  if (!isRecord(value) || !isRecord(sent)) return value;
  const members = Object.entries(value).map(([key, it]) => [key, withDigits(it, sent[key])]);
  const exact = { ...value, ...Object.fromEntries(members) };
  const before = asSent(value);
  if (before === value) return exact;
  return replacing(withDigits(before, sent) as object, exact, doubtedFields(value));
}

/** Returns a value for programs: plain digits, the text itself, JSON for objects, "" for null. */
export function rawText(value: unknown): string {
  if (value === null || value === undefined || Number.isNaN(value)) return "";
  if (typeof value === "string") return value;
  if (typeof value === "number") return plainNumber(value);
  if (value instanceof Several || value instanceof Digits) return value.toString();
  if (typeof value === "object") return exactJson(value);
  return String(value);
}

const ESCAPES: Readonly<Record<string, string>> = {
  "\\": "\\\\",
  "\t": "\\t",
  "\n": "\\n",
  "\r": "\\r",
};

/** Escapes tabs, line breaks and backslashes as `\t`, `\n`, `\r`, `\\`, to fit a text into a cell. */
export function inOneCell(text: string): string {
  return /[\\\t\n\r]/.test(text)
    ? text.replaceAll(/[\\\t\n\r]/g, (sign) => ESCAPES[sign] ?? sign)
    : text;
}
