import { parseExactly } from "../base/json-digits.js";
import { type OutputOptions, showsColumns, showsPages } from "../output/formats/format.js";
import { onePage, type Sourced } from "../output/formats/pages.js";
import type { View } from "../output/table/column.js";
import { sourced } from "../output/text/json-text.js";
import type { Context } from "./context.js";
import { printerOf, printNotes } from "./print.js";

/** What a command computes: one object for programs, and the same as rows. */
export interface Computed<Row> {
  /** Returns the object that json prints. */
  readonly json: () => Sourced<unknown> | Promise<Sourced<unknown>>;
  readonly rows: readonly Row[];
  readonly view: View<Row>;
  /** Whether a table without rows has its headings. */
  readonly isReport?: boolean | undefined;
  /** Whether json has the chosen columns in the chosen order. */
  readonly isChosen?: true;
  /** Maximum number of rows that are sorted by `--sort`, the first ones. */
  readonly limit?: number | undefined;
}

/** Reports whether a computed view that has a page prints its rows instead. */
function printsRows(options: OutputOptions): boolean {
  return showsColumns(options) && !(showsPages(options) && options.sort === undefined);
}

/** Stands for the object where a page is printed: a page takes its figures from its view. */
const NOTHING: Sourced<unknown> = { value: undefined, source: "" };

/**
 * Prints what a command computes: as rows if the format shows columns, else as one object. A view
 * with a page is printed as that page, unless columns, an order or rows alone are chosen.
 */
export async function printComputed<Row>(
  context: Context,
  { json, rows, view, isReport, isChosen, limit }: Computed<Row>,
): Promise<void> {
  const options = await context.outputOptions();
  const areRows = view.page === undefined ? showsColumns(options) : printsRows(options);
  const isSorted = isChosen === true && (!areRows || rows.length === 0);
  const printer = await printerOf(context, {
    ...(isSorted && { sort: undefined }),
    ...(isChosen === true && !areRows && { columns: undefined }),
  });
  if (!areRows && options.format.name === "ndjson") {
    const lines = linesOf(await json(), options.query === undefined);
    printNotes(context, await printer.lines(lines, view as View<unknown>));
    return;
  }
  if (!areRows) {
    const item = options.format.isLaidOut ? NOTHING : await json();
    printNotes(context, await printer.things([item], view as View<unknown>, false));
    return;
  }
  const items = isReport ? [rows] : rows;
  const shown = isReport ? { ...view, rows: () => rows } : view;
  const page = onePage(items.map((value) => ({ value, source: "" })));
  printNotes(context, await printer.list(page, shown as View<unknown, Row>, limit));
}

/**
 * Returns an answer as lines: its rows, then the rest of it; an answer without rows is one line.
 * @param withRest whether the rest is wanted; a query sees rows alone
 */
function linesOf({ source }: Sourced<unknown>, withRest: boolean): Sourced<unknown>[] {
  const answer = parseExactly(source) as Readonly<Record<string, unknown>>;
  const name = ["rows", "attention"].find((it) => Array.isArray(answer[it]));
  if (name === undefined) return [sourced(answer)];
  const { [name]: rows, ...rest } = answer;
  const parts = (rows as readonly object[]).map(sourced);
  return withRest && Object.keys(rest).length > 0 ? [...parts, sourced(rest)] : parts;
}
