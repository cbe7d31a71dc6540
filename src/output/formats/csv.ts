import type { Sink } from "../../terminal/io.js";
import type { Column } from "../table/column.js";
import { plainNumber } from "../text/decimal.js";
import { visible } from "../text/safe-text.js";
import { Several } from "../text/several.js";
import type { Pages } from "./pages.js";
import { harmlessText } from "./spreadsheet-text.js";

/** What a csv file is made of. */
export interface CsvTable<T, Row> {
  /** The rows of one item. */
  readonly rows: (item: T) => readonly Row[];
  readonly columns: readonly Column<Row>[];
  /** Whether the first row is that of the columns' keys. */
  readonly header: boolean;
}

/*
 * By RFC 4180 the first four. A text with one of the others could do harm as the rest of a formula:
 * where `,` is the decimal comma, `-5,2+f(x)` of two cells is one. In quotes it is only a text.
 */
const NEEDS_QUOTES = /[",\r\n(|!]/;

/**
 * Writes a list as RFC 4180 csv with raw values, one write a page; the header comes with the first
 * page. On a terminal control characters are made visible.
 * @throws whatever the pages throw; the rows already written stand
 */
export async function writeCsv<T, Row>(
  pages: Pages<T>,
  { rows, columns, header }: CsvTable<T, Row>,
  sink: Sink,
): Promise<void> {
  const text = sink.isTTY ? (value: string) => csvText(visible(value)) : csvText;
  const record = recordOf(columns, text);
  const isHeaded = header && columns.length > 0; // records of unknown fields may all be missing
  let lines = isHeaded ? line(columns.map(({ key }) => text(key))) : "";
  for await (const page of pages) {
    for (const { value } of page) {
      for (const row of rows(value)) lines += record(row);
    }
    if (lines !== "") await sink.write(lines);
    lines = "";
  }
  if (lines !== "") await sink.write(lines);
}

/**
 * Writes rows. The legs of a position repeat all that is told of it, so a cell with the value of
 * the one above keeps its text.
 */
function recordOf<Row>(
  columns: readonly Column<Row>[],
  text: (value: string) => string,
): (row: Row) => string {
  const values: unknown[] = columns.map(() => undefined);
  const cells = columns.map(() => "");
  return (row) => {
    columns.forEach((column, index) => {
      const value = column.value(row);
      if (value === values[index]) return;
      values[index] = value;
      cells[index] = csvCell(value, text);
    });
    return line(cells);
  };
}

/** A lone empty cell is quoted: as an empty line it would be no row at all to most readers. */
function line(cells: readonly string[]): string {
  return cells.length === 1 && cells[0] === "" ? '""\r\n' : `${cells.join(",")}\r\n`;
}

function csvCell(value: unknown, text: (value: string) => string): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "string") return text(value);
  if (typeof value === "number") return plainNumber(value);
  if (value instanceof Several) return text(value.toString());
  if (typeof value === "object") return text(JSON.stringify(value));
  return String(value);
}

/** What most texts are: neither a formula, at their beginning or behind a `;`, nor in need of quotes. */
const PLAIN = /^\w[^",;\t\r\n(|!]*$/;

function csvText(value: string): string {
  return PLAIN.test(value) ? value : quote(harmlessText(value));
}

/*
 * By hand rather than with a csv library: this runs for every cell, the rule is the one line of
 * RFC 4180, and csv-stringify took twice as long for the same rows.
 */
function quote(value: string): string {
  return NEEDS_QUOTES.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}
