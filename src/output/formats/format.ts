import type { Sink } from "../../terminal/io.js";
import type { Plot } from "../chart/layout/plot.js";
import type { Total, View } from "../table/column.js";
import type { Sort } from "../table/sort.js";
import type { Look } from "../text/look.js";
import type { Notice } from "../text/notices.js";
import type { Sourced } from "../text/sourced.js";
import type { Pages } from "./pages.js";

/** Output options of the user. */
export interface OutputOptions {
  readonly format: Format;
  readonly columns: readonly string[] | undefined;
  /** Those of the columns that records may have only later. */
  readonly later?: readonly string[] | undefined;
  readonly sort: Sort | undefined;
  /** Whether a table has all columns, however wide it gets. */
  readonly wide: boolean;
  readonly header: boolean;
  /** Whether a long listing may be shown in a pager. */
  readonly pager: boolean;
  /** JMESPath expression. */
  readonly query: string | undefined;
  readonly look: Look;
  /** How csv is written. */
  readonly dialect: Dialect;
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
  /** How it draws charts; undefined when it cannot. */
  readonly chart?: ChartFormat;
  /** Whether it prints only charts, so that it needs `--chart`. */
  readonly isOnlyChart?: true;
  /** Whether errors on stderr are JSON too. */
  readonly jsonMessages: boolean;
  /** Whether `--delimiter`, `--eol` and `--bom` apply. */
  readonly takesDialect?: true;
  readonly write: Writer;
  /** Writes a single item requested by name, if that differs from a list of one. */
  readonly writeOne?: (
    item: Sourced<unknown>,
    options: OutputOptions,
    sink: Sink,
  ) => Promise<PrintOutcome>;
  /** Checks the options. @throws {UsageError} for options that the format does not support */
  readonly check?: (options: Pick<OutputOptions, "columns" | "query">) => void;
}

/** Reports whether pages are printed for views that have one, instead of rows. */
export function showsPages({ format, columns, header }: OutputOptions): boolean {
  return format.isLaidOut && header && columns === undefined;
}

/** Reports whether columns are printed, and not items or the result of a query. */
export function showsColumns({ format, query }: Pick<OutputOptions, "format" | "query">): boolean {
  return format.columns !== undefined && query === undefined;
}

/** Separators of the cells of csv. */
export const DELIMITERS = [",", ";", "|", "\t"] as const;

export type Delimiter = (typeof DELIMITERS)[number];

/** How csv is written, for readers that do not follow RFC 4180. */
export interface Dialect {
  readonly delimiter: Delimiter;
  readonly eol: "\n" | "\r\n";
  /** Whether the file begins with a byte order mark, by which spreadsheets recognise UTF-8. */
  readonly bom: boolean;
}

/** The dialect of RFC 4180. */
export const RFC_4180: Dialect = { delimiter: ",", eol: "\r\n", bom: false };

/** Minimum width of a terminal for a chart of characters. */
export const NARROWEST_CHART = 40;

/** A chart: plots one below the other, and the figures below them, each group in lines of its own. */
export interface ChartContent {
  readonly plots: readonly Plot[];
  readonly totals: readonly (readonly Total[])[];
}

/** A rendered chart. */
export interface RenderedChart {
  readonly text: string;
  /** False if there are no values, so that it has the figures alone. */
  readonly isDrawn: boolean;
}

/** How a format draws charts. */
export interface ChartFormat {
  /** Minimum width of a terminal; undefined if the width has no effect. */
  readonly narrowest?: number;
  readonly render: (chart: ChartContent, look: Look, sink: Sink) => Promise<RenderedChart>;
}
