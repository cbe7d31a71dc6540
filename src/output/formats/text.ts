import { visible } from "../../base/safe-text.js";
import type { Sink } from "../../terminal/io.js";
import { chooseColumns } from "../table/choose-columns.js";
import type { Sourced } from "../text/sourced.js";
import { NOTHING_TO_SAY, type OutputOptions, type PrintOutcome, type Writer } from "./format.js";
import { inOneCell, rawText, writeRows } from "./rows.js";

/** Writes the values of the named columns, or of a query over the whole list, one per line. */
export const writeText: Writer = async (pages, view, options, sink) => {
  if (options.query === undefined) return writeColumns(pages, view, options, sink);
  const { compileQuery, queriedWhole } = await import("../query/query.js");
  const { value } = await queriedWhole(pages, compileQuery(options.query));
  return writeValues(value, sink);
};

/** Writes the values of a query over one item, one per line. */
export async function writeOneText(
  item: Sourced<unknown>,
  { query = "@" }: OutputOptions,
  sink: Sink,
): Promise<PrintOutcome> {
  const { compileQuery, queried } = await import("../query/query.js");
  return writeValues(queried(item, compileQuery(query)).value, sink);
}

/** Writes the items of an array, or the value itself; nothing for null. */
async function writeValues(value: unknown, sink: Sink): Promise<PrintOutcome> {
  const values = Array.isArray(value) ? value.flat(Number.POSITIVE_INFINITY) : [value];
  const lines = values.map((it) => `${cellOf(it, sink)}\n`);
  if (value !== null && lines.length > 0) await sink.write(lines.join(""));
  return NOTHING_TO_SAY;
}

function cellOf(value: unknown, sink: Sink): string {
  const text = inOneCell(rawText(value));
  return sink.isTTY ? visible(text) : text;
}

/** Returns a writer of rows of raw values, each ended by LF. */
function rowsWriter(separator: string, hasHeader: boolean): Writer {
  return async (pages, view, options, sink) => {
    const columns = chooseColumns(view, options.columns, "csv");
    const header = hasHeader && options.header;
    const table = { rows: view.rows, columns, header, time: options.look.time };
    const line = (cells: readonly string[]) => `${cells.join(separator)}\n`;
    await writeRows(pages, table, { cell: (value) => cellOf(value, sink), line }, sink);
    return NOTHING_TO_SAY;
  };
}

const writeColumns = rowsWriter("\n", false);

/** Writes a list as rows of raw values separated by tabs. */
export const writeTsv = rowsWriter("\t", true);
