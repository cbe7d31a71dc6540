import type { Sink } from "../../base/terminal/io.js";
import type { View } from "../table/column.js";
import type { Sort } from "../table/sort.js";
import type { Look } from "../text/look.js";
import type { Notice } from "../text/notices.js";
import type { Pages, Sourced } from "./pages.js";

/** Output options of the user. */
export interface OutputOptions {
  readonly format: Format;
  readonly columns: readonly string[] | undefined;
  readonly sort: Sort | undefined;
  /** Whether a table has all columns, however wide it gets. */
  readonly wide: boolean;
  /** JMESPath expression. */
  readonly query: string | undefined;
  readonly look: Look;
  /** Whether csv begins with a byte order mark, by which spreadsheets recognise UTF-8. */
  readonly hasMark: boolean;
}

/** Notes for stderr after the data are printed. */
export interface PrintOutcome {
  readonly notes: readonly Notice[];
}

export const NOTHING_TO_SAY: PrintOutcome = { notes: [] };

/** Writes a list. */
export type Writer = <T, Row>(
  pages: Pages<T>,
  view: View<T, Row>,
  options: OutputOptions,
  sink: Sink,
) => Promise<PrintOutcome>;

/** An output format: its properties and its writers. */
export interface Format {
  /** Value of `--output`. */
  readonly name: string;
  /** Description in `carry help output`. */
  readonly help: string;
  /** Whether it is for people: fitted to the terminal, with pages, charts, totals and a pager. */
  readonly isLaidOut: boolean;
  /** Which default columns of a view it shows; undefined for items as they were sent. */
  readonly columns?: "table" | "csv";
  /** Input of a query: the whole result or each item; undefined when it takes no query. */
  readonly query?: "whole" | "each";
  /** Whether errors on stderr are JSON too. */
  readonly jsonMessages: boolean;
  readonly write: Writer;
  /** Writes a single item requested by name, if that differs from a list of one. */
  readonly writeOne?: (
    item: Sourced<unknown>,
    options: OutputOptions,
    sink: Sink,
  ) => Promise<PrintOutcome>;
}

/** Reports whether pages are printed for views that have one, instead of rows. */
export function showsPages({ format, columns }: OutputOptions): boolean {
  return format.isLaidOut && columns === undefined;
}

/** Reports whether columns are printed, and not items or the result of a query. */
export function showsColumns({ format, query }: Pick<OutputOptions, "format" | "query">): boolean {
  return format.columns !== undefined && query === undefined;
}
