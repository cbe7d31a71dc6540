import { isDecimalText } from "../../base/decimal-text.js";
import { Digits } from "../../base/json-text.js";
import { visible } from "../../base/safe-text.js";
import type { Sink } from "../../base/terminal/io.js";
import { chooseColumns } from "../table/choose-columns.js";
import { NOTHING_TO_SAY, type Writer } from "./format.js";
import { inOneCell, rawText, writeRows } from "./rows.js";

/*
 * RFC 4180 requires quotes for the first four. The others could complete a formula: where `,` is the
 * decimal comma, the two cells `-5,2+f(x)` are read as one. In quotes they are text.
 */
const NEEDS_QUOTES = /[",\r\n(|!]/;

/** Writes a list as csv; on a terminal control characters are made visible. */
export const writeCsv: Writer = async (pages, view, options, sink) => {
  const columns = chooseColumns(view, options.columns, "csv");
  const shown = sink.isTTY ? (value: string) => textOf(visible(value)) : textOf;
  const style = {
    cell: (value: unknown) => csvCell(value, shown),
    // A single empty cell is quoted, since most readers skip an empty line.
    line: (cells: readonly string[]) =>
      `${cells.length === 1 && cells[0] === "" ? '""' : cells.join(",")}\r\n`,
    hasHeader: true,
  };
  await writeRows(pages, view.rows, columns, style, options.hasMark ? afterMark(sink) : sink);
  return NOTHING_TO_SAY;
};

/** Returns a sink that writes a byte order mark before the first text. */
function afterMark(sink: Sink): Sink {
  let mark = "\ufeff";
  return {
    isTTY: sink.isTTY,
    columns: sink.columns,
    write(text) {
      const marked = mark + String(text);
      mark = "";
      return sink.write(marked);
    },
  };
}

function csvCell(value: unknown, text: (value: string) => string): string {
  const raw = rawText(value);
  const isPlain = raw === "" || typeof value === "number" || value instanceof Digits;
  return isPlain ? raw : text(raw);
}

/** Matches most texts: no formula at the start or after a `;`, and no need for quotes. */
const PLAIN = /^\w[^",;\t\r\n(|!]*$/;

/* No csv library: RFC 4180 needs one line, and csv-stringify took twice as long for the same rows. */
function textOf(value: string): string {
  if (PLAIN.test(value)) return value;
  const text = harmlessText(value);
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/* Characters that a spreadsheet may strip before it looks for a formula: quotes, spaces, invisible
   ones. Separators and line breaks are excluded, so that each is matched once. */
const SKIPPED = String.raw`(?:(?![\t\r\n])["\p{Z}\p{C}])*`;
/* Signs that begin a formula, with their full-width forms. */
const FORMULA_SIGN = "[=+\\-@＝＋－＠]";

/**
 * Matches the places where a cell begins with a formula sign: at the start of the text, and after
 * the end of a cell for a spreadsheet that separates at `;` or tabs. Such a spreadsheet ignores a
 * quote within a field, so a line break ends a row. At the end of the text, the closing quote would
 * begin a cell and swallow the text up to the next quote.
 */
const FORMULA_STARTS = new RegExp(
  `^${SKIPPED}(?=${FORMULA_SIGN})|[;\\t\\r\\n]${SKIPPED}(?=${FORMULA_SIGN}|$)`,
  "gu",
);

/**
 * Returns a text that no spreadsheet runs as a formula, whether it separates cells at `,`, `;` or
 * tabs: puts a `'` before each formula sign at the start of a cell. Decimal texts stay numbers.
 */
function harmlessText(text: string): string {
  if (isDecimalText(text)) return text;
  const marked = text.replace(FORMULA_STARTS, "$&'");
  return /^[\t\r\n]/.test(marked) ? `'${marked}` : marked;
}

/** Writes a list as rows of raw values separated by tabs, each ended by LF, without a header line. */
export const writeTsv: Writer = async (pages, view, options, sink) => {
  const columns = chooseColumns(view, options.columns, "csv");
  const cell = (value: unknown) => {
    const text = inOneCell(rawText(value));
    return sink.isTTY ? visible(text) : text;
  };
  const line = (cells: readonly string[]) => `${cells.join("\t")}\n`;
  await writeRows(pages, view.rows, columns, { cell, line, hasHeader: false }, sink);
  return NOTHING_TO_SAY;
};
