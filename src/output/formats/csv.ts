import { plainNumber } from "../../base/decimal.js";
import type { Sink } from "../../terminal/io.js";
import { chooseColumns } from "../table/columns.js";
import { visible } from "../text/safe-text.js";
import { Several } from "../text/several.js";
import { NOTHING_TO_SAY, type Writer } from "./format.js";
import type { Pages } from "./pages.js";
import { type RowTable, writeRows } from "./rows.js";
import { harmlessText } from "./spreadsheet-text.js";

/*
 * By RFC 4180 the first four. A text with one of the others could do harm as the rest of a formula:
 * where `,` is the decimal comma, `-5,2+f(x)` of two cells is one. In quotes it is only a text.
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
 * @throws whatever the pages throw; the rows already written stand
 */
export async function writeCsv<T, Row>(
  pages: Pages<T>,
  table: RowTable<T, Row>,
  sink: Sink,
): Promise<void> {
  const text = sink.isTTY ? (value: string) => csvText(visible(value)) : csvText;
  await writeRows(pages, table, { cell: (value) => csvCell(value, text), line }, sink);
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
