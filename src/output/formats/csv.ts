import { plainNumber } from "../../base/decimal.js";
import { Digits } from "../../base/json-digits.js";
import type { Sink } from "../../terminal/io.js";
import { chooseColumns } from "../table/columns.js";
import { visible } from "../text/safe-text.js";
import { Several } from "../text/several.js";
import { exactJson } from "./exact-json.js";
import { NOTHING_TO_SAY, type Writer } from "./format.js";
import type { Pages } from "./pages.js";
import { type RowTable, writeRows } from "./rows.js";
import { harmlessText } from "./spreadsheet-text.js";

/*
 * RFC 4180 requires quotes for the first four. The others could complete a formula: where `,` is the
 * decimal comma, the two cells `-5,2+f(x)` are read as one. In quotes they are text.
 */
const NEEDS_QUOTES = /[",\r\n(|!]/;

/** Writes a list as RFC 4180 csv. */
export const writeCsvList: Writer = async (pages, view, options, sink) => {
  const columns = chooseColumns(view, options.columns, "csv");
  await writeCsv(pages, { rows: view.rows, columns, header: options.header }, sink);
  return NOTHING_TO_SAY;
};

/**
 * Writes rows as RFC 4180 csv; on a terminal control characters are made visible.
 * @throws the error of the pages; rows already written remain
 */
export async function writeCsv<T, Row>(
  pages: Pages<T>,
  table: RowTable<T, Row>,
  sink: Sink,
): Promise<void> {
  const text = sink.isTTY ? (value: string) => csvText(visible(value)) : csvText;
  await writeRows(pages, table, { cell: (value) => csvCell(value, text), line }, sink);
}

/** Joins cells. A single empty cell is quoted, since most readers skip an empty line. */
function line(cells: readonly string[]): string {
  return cells.length === 1 && cells[0] === "" ? '""\r\n' : `${cells.join(",")}\r\n`;
}

function csvCell(value: unknown, text: (value: string) => string): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "string") return text(value);
  if (typeof value === "number") return plainNumber(value);
  if (value instanceof Digits) return value.text;
  if (value instanceof Several) return text(value.toString());
  if (typeof value === "object") return text(exactJson(value));
  return String(value);
}

/** Matches most texts: no formula at the start or after a `;`, and no need for quotes. */
const PLAIN = /^\w[^",;\t\r\n(|!]*$/;

function csvText(value: string): string {
  return PLAIN.test(value) ? value : quote(harmlessText(value));
}

/*
 * No csv library: this runs for every cell, RFC 4180 needs one line, and csv-stringify took twice as
 * long for the same rows.
 */
function quote(value: string): string {
  return NEEDS_QUOTES.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}
