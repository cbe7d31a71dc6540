import type { Io, Sink } from "../../terminal/io.js";
import type { Progress } from "../../terminal/progress.js";
import type { View } from "../table/column.js";
import { chooseColumns, findColumn, sortByColumn } from "../table/columns.js";
import { pagedSink } from "../table/paged.js";
import type { Sort } from "../table/sort.js";
import type { Sourced } from "../text/sourced.js";
import { countPrinted } from "./count-printed.js";
import {
  type Format,
  NOTHING_TO_SAY,
  type OutputOptions,
  type PrintOutcome,
  showsColumns,
} from "./format.js";
import { onePage, type Pages } from "./pages.js";

/** Prints what a command has, in the format that the user chose. */
export interface Printer {
  /**
   * Prints a list, page by page where the format allows. What cannot be printed at all is refused
   * before the first page is asked for.
   * @param limit how many items of a sorted list are printed, the first ones
   * @throws {UnknownColumnError} {@link QueryError} before anything is fetched
   * @throws {PartialOutputError} when the pages fail after some items were printed
   */
  list<T, Row>(pages: Pages<T>, view: View<T, Row>, limit?: number): Promise<PrintOutcome>;
  /**
   * Prints things that were asked for by name: on a page each, or as a table where the view has no
   * page; as JSON one object, or an array when several were asked for.
   */
  things<T, Row>(
    items: readonly Sourced<T>[],
    view: View<T, Row>,
    several: boolean,
  ): Promise<PrintOutcome>;
  /** Prints JSON that no view is made for, whatever the format. */
  asSent(item: Sourced<unknown>): Promise<PrintOutcome>;
  /** Refuses what cannot be printed, for a command that fetches before it prints. */
  check<T, Row>(view: View<T, Row>): Promise<void>;
}

/** @param warn says what went wrong with the pager */
export function createPrinter(
  io: Io,
  options: OutputOptions,
  progress: Progress,
  warn: (text: string) => void,
): Printer {
  const { format } = options;
  const isPaged = format.isLaidOut && options.pager;
  const stdout = isPaged ? pagedSink(io, io.stdout, warn) : io.stdout;
  const sink = withoutProgress(stdout, progress);
  return {
    check: (view) => check(options, view),
    asSent: (item) => (format.writeOne ?? writeOneJson)(item, options, sink),
    async list(pages, view, limit) {
      await check(options, view);
      if (options.sort !== undefined) {
        return printSorted(pages, view, { ...options, sort: options.sort }, sink, limit);
      }
      const write = (items: typeof pages) => format.write(items, view, options, sink);
      return streams(options) ? countPrinted(pages, write) : write(pages);
    },
    async things(items, view, several) {
      const [first] = items;
      if (format.writeOne && !showsColumns(options) && !several && first !== undefined) {
        return format.writeOne(first, options, sink);
      }
      if (format.isLaidOut && options.columns === undefined && view.page !== undefined) {
        const bare = withoutProgress(io.stdout, progress); // a page is no listing
        return printPages(inOrder(items, view, options), view.page, options, bare);
      }
      return this.list(onePage(items), view);
    },
  };
}

/** What is laid out and a query over the whole are printed at the end, everything else as it comes. */
function streams({ format, query }: OutputOptions): boolean {
  return !format.isLaidOut && (query === undefined || format.query === "each");
}

async function check<T, Row>(options: OutputOptions, view: View<T, Row>): Promise<void> {
  const { columns } = options.format;
  if (columns !== undefined) chooseColumns(view, options.columns, columns);
  if (options.sort !== undefined) findColumn(view, options.sort.key, "--sort");
  if (options.query !== undefined) (await import("../query/query.js")).compileQuery(options.query);
}

const writeOneJson: NonNullable<Format["writeOne"]> = async (...args) =>
  (await import("./json-list.js")).writeOneJson(...args);

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

/** The whole list in the order of a column: rows where rows are shown, else items. */
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
  const { columns, defaults, empty } = view;
  const totals = view.totals?.(items.map(({ value }) => value)) ?? [];
  const asRows: View<Row> = {
    columns,
    defaults,
    empty,
    rows: (row) => [row],
    totals: () => totals,
  };
  return write(inPages(rows.map((value) => ({ value, source: "" }))), asRows, options, sink);
}

const PAGE_LENGTH = 1000;

/** Piece by piece, since the text of all may be longer than a string can be. */
async function* inPages<T>(items: readonly Sourced<T>[]): Pages<T> {
  for (let at = 0; at < items.length; at += PAGE_LENGTH) yield items.slice(at, at + PAGE_LENGTH);
}

/** A spinner and data on the same terminal would garble each other: the first data ends it. */
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
