import type { Sink } from "../../terminal/io.js";
import type { View } from "../table/column.js";
import type { Sort } from "../table/sort.js";
import type { Look } from "../text/look.js";
import type { Sourced } from "../text/sourced.js";
import type { Pages } from "./pages.js";

/** What the user asked of the output. */
export interface OutputOptions {
  readonly format: Format;
  readonly columns: readonly string[] | undefined;
  readonly sort: Sort | undefined;
  readonly header: boolean;
  /** A long listing may be shown with a pager. */
  readonly pager: boolean;
  /** JMESPath. */
  readonly query: string | undefined;
  readonly look: Look;
}

/** What is to be said beside the data once it is printed. */
export interface PrintOutcome {
  readonly notes: readonly string[];
}

export const NOTHING_TO_SAY: PrintOutcome = { notes: [] };

/** Writes a list. */
export type Writer = <T, Row>(
  pages: Pages<T>,
  view: View<T, Row>,
  options: OutputOptions,
  sink: Sink,
) => Promise<PrintOutcome>;

/** An output format: what it can do, and how it writes. */
export interface Format {
  /** As `--output` names it. */
  readonly name: string;
  /** What it is, for `carry help output`. */
  readonly help: string;
  /** Laid out for people: fitted to the terminal, with pages, charts, totals and a pager. */
  readonly isLaidOut: boolean;
  /** It shows columns, where none are named these of a view; undefined: items as they were sent. */
  readonly columns?: "table" | "csv";
  /** What a query sees: the whole result, or each item; undefined: it takes none. */
  readonly query?: "whole" | "each";
  /** Messages on stderr are JSON too. */
  readonly jsonMessages: boolean;
  readonly write: Writer;
  /** Writes one thing that was asked for by name, where that is not a list of one. */
  readonly writeOne?: (
    item: Sourced<unknown>,
    options: OutputOptions,
    sink: Sink,
  ) => Promise<PrintOutcome>;
  /** Refuses options that it cannot do anything with. @throws {UsageError} */
  readonly check?: (options: Pick<OutputOptions, "columns" | "query">) => void;
}

/** Whether columns are printed, and not items or what a query makes of them. */
export function showsColumns({ format, query }: Pick<OutputOptions, "format" | "query">): boolean {
  return format.columns !== undefined && query === undefined;
}
