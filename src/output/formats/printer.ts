import type { Io, Sink } from "../../base/terminal/io.js";
import type { Progress } from "../../base/terminal/progress.js";
import { findColumn, type Ordered, sortByColumn } from "../table/choose-columns.js";
import type { View } from "../table/column.js";
import { pagedSink } from "../table/paged.js";
import type { Warn } from "../text/messages.js";
import { FORMATS } from "./all-formats.js";
import {
  countPrinted,
  NOTHING_TO_SAY,
  type OutputOptions,
  onePage,
  type Pages,
  type PrintOutcome,
  type Sort,
  type Sourced,
  showsColumns,
  showsPages,
} from "./format.js";
import { exactOf, type SortedRow } from "./rows.js";

/** Prints the data of a command in the chosen format. */
export interface Printer {
  /**
   * Prints a list, page by page if the format allows.
   * @param limit maximum number of items of a sorted list, the first ones
   * @throws {UnknownColumnError} {@link QueryError} before anything is fetched
   * @throws {PartialOutputError} when the pages fail after some items were printed
   */
  list<T, Row>(pages: Pages<T>, view: View<T, Row>, limit?: number): Promise<PrintOutcome>;
  /**
   * Prints items requested by name: each on a page, or in a table when the view has no page; as JSON
   * one object, or an array when several were requested.
   */
  things<T, Row>(
    items: readonly Sourced<T>[],
    view: View<T, Row>,
    several: boolean,
  ): Promise<PrintOutcome>;
  /** Prints the parts of one answer as lines: they keep their order, whatever `--sort` says. */
  lines(parts: readonly Sourced<unknown>[], view: View<unknown>): Promise<PrintOutcome>;
  /** Prints an item that has no view, as JSON. */
  asSent(item: Sourced<unknown>): Promise<PrintOutcome>;
  /** Checks the options, for a command that fetches before it prints. */
  check<T, Row>(view: View<T, Row>): Promise<void>;
}

/** Creates a printer. @param warn reports a failure of the pager */
export function createPrinter(
  io: Io,
  options: OutputOptions,
  progress: Progress,
  warn: Warn,
): Printer {
  const { format, sort } = options;
  const stdout = format.isLaidOut ? pagedSink(io, io.stdout, warn) : io.stdout;
  const sink = withoutProgress(stdout, progress);
  const whole: OutputOptions = { ...options, sort: undefined };
  const checkAndWarn = async <T, Row>(view: View<T, Row>) => {
    await check(options, view);
    warnOfColumns(options, warn);
  };
  return {
    check: (view) => check(options, view),
    asSent: (item) => FORMATS.json.writeOne(item, options, sink),
    async lines(parts, view) {
      await checkAndWarn(view);
      warnOfSort(options, warn);
      return format.write(onePage(parts), view, whole, sink);
    },
    async list(pages, view, limit) {
      await checkAndWarn(view);
      if (sort !== undefined) return printSorted(pages, view, { ...options, sort }, sink, limit);
      const write = (items: typeof pages) => format.write(items, view, options, sink);
      return streams(options) ? countPrinted(pages, write) : write(pages);
    },
    async things(items, view, several) {
      const [first] = items;
      if (!showsColumns(options) && !several && first !== undefined) {
        await checkAndWarn(view);
        warnOfSort(options, warn);
        if (format.writeOne !== undefined) return format.writeOne(first, options, sink);
        return format.write(onePage(items), view, whole, sink);
      }
      if (showsPages(options) && view.page !== undefined) {
        return printPages(inOrder(items, view, options), view.page, options, sink);
      }
      return this.list(onePage(items), view);
    },
  };
}

function warnOfColumns({ columns, format }: OutputOptions, warn: Warn): void {
  if (columns === undefined || format.columns !== undefined) return;
  warn(
    "COLUMNS_IGNORED",
    `--columns has no effect with --output ${format.name}; --query chooses fields`,
  );
}

function warnOfSort({ sort, format }: OutputOptions, warn: Warn): void {
  if (sort === undefined) return;
  warn(
    "SORT_IGNORED",
    `--sort has no effect on one object of --output ${format.name}; --query can sort what is in it`,
  );
}

/** Reports whether output is written as it arrives: not when laid out, or with a query over all. */
function streams({ format, query }: OutputOptions): boolean {
  return !format.isLaidOut && (query === undefined || format.query === "each");
}

async function check<T, Row>(
  { columns = [], sort, query }: OutputOptions,
  view: View<T, Row>,
): Promise<void> {
  for (const name of columns) findColumn(view, name, "--columns");
  if (sort !== undefined) findColumn(view, sort.key, "--sort");
  if (query !== undefined) (await import("../query/query.js")).compileQuery(query);
}

function inOrder<T, Row>(
  items: readonly Sourced<T>[],
  view: View<T, Row>,
  { sort }: OutputOptions,
): readonly Sourced<T>[] {
  return sort === undefined ? items : sortByColumn(items, ({ value }) => value, view, sort).items;
}

async function printPages<T>(
  items: readonly Sourced<T>[],
  page: NonNullable<View<T>["page"]>,
  options: OutputOptions,
  sink: Sink,
): Promise<PrintOutcome> {
  const { renderPage } = await import("../table/page.js");
  const texts = [];
  for (const { value } of items) texts.push(await renderPage(page(value), options.look));
  if (texts.length > 0) await sink.write(texts.join("\n\n"));
  return NOTHING_TO_SAY;
}

/** Prints the whole list in the order of a column: sorted rows if rows are shown, else items. */
async function printSorted<T, Row>(
  pages: Pages<T>,
  view: View<T, Row>,
  options: OutputOptions & { readonly sort: Sort },
  sink: Sink,
  limit: number | undefined,
): Promise<PrintOutcome> {
  const all: Sourced<T>[] = [];
  for await (const page of pages) for (const item of page) all.push(item);
  const { items, rows } = sortByColumn(all, ({ value }) => value, view, options.sort, limit);
  const { write } = options.format;
  if (!showsColumns(options)) return write(inPages(items), view, options, sink);
  const { page: _, ...rest } = view;
  const values = items.map(({ value }) => value);
  const head = view.head?.(values) ?? [];
  const foot = view.foot?.(values) ?? [];
  const asRows: View<Row> = { ...rest, rows: (row) => [row], head: () => head, foot: () => foot };
  return write(inPages(sortedRows(rows, view)), asRows, options, sink);
}

/** Returns rows as items, with their digits as sent. */
function sortedRows<T, Row>(
  rows: Ordered<Sourced<T>, Row>["rows"],
  view: View<T, Row>,
): SortedRow<Row>[] {
  const exactRows = new Map<Sourced<T>, readonly Row[]>();
  return rows.map(({ item, row, index }) => {
    const exact = exactRows.get(item) ?? rowsOf(exactOf(item), view);
    exactRows.set(item, exact);
    return { value: row, source: "", exact: exact[index] };
  });
}

function rowsOf<T, Row>(item: T | undefined, view: View<T, Row>): readonly Row[] {
  return item === undefined ? [] : view.rows(item);
}

const PAGE_LENGTH = 1000;

/** Splits items into pages, since the text of all may exceed the maximum length of a string. */
async function* inPages<T>(items: readonly Sourced<T>[]): Pages<T> {
  for (let at = 0; at < items.length; at += PAGE_LENGTH) yield items.slice(at, at + PAGE_LENGTH);
}

/** Returns a sink that stops the spinner before data, which share a terminal. */
function withoutProgress(sink: Sink, progress: Progress): Sink {
  if (!sink.isTTY) return sink;
  return {
    isTTY: sink.isTTY,
    columns: sink.columns,
    write(text) {
      progress.stop();
      return sink.write(text);
    },
  };
}
