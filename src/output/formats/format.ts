import { ProgramError } from "../../base/program-error.js";
import { BrokenPipeError, type Sink } from "../../base/terminal/io.js";
import type { View } from "../table/column.js";
import type { Look } from "../text/look.js";
import type { Notice } from "../text/messages.js";

/** Value of `--sort`. */
export interface Sort {
  readonly key: string;
  readonly descending: boolean;
}

/** Parses `<column>[:asc|:desc]`. Any other text after a colon belongs to the key. */
export function parseSort(text: string): Sort {
  const [, key = text, order] = /^(.*):(asc|desc)$/s.exec(text) ?? [];
  return { key, descending: order === "desc" };
}

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

/** A value from the service with its exact JSON text as sent. */
export interface Sourced<T> {
  readonly value: T;
  readonly source: string;
  /** Whether the value has the digits of every number of the text; undefined when unknown. */
  readonly keepsDigits?: boolean | undefined;
}

/** A list as it arrives: page by page, each item with its JSON text as sent. */
export type Pages<T> = AsyncIterable<readonly Sourced<T>[]>;

/** Returns complete items as a list of one page. */
export async function* onePage<T>(items: readonly Sourced<T>[]): Pages<T> {
  yield items;
}

/**
 * Writes pages as they arrive, and counts the items written for the error of a failure.
 * @throws {PartialOutputError} when it fails after some items
 */
export async function countPrinted<T, R>(
  pages: Pages<T>,
  write: (pages: Pages<T>) => Promise<R>,
): Promise<R> {
  const counter = { printed: 0 };
  try {
    return await write(counted(pages, counter));
  } catch (error) {
    if (counter.printed === 0 || error instanceof BrokenPipeError) throw error;
    throw new PartialOutputError(counter.printed, error);
  }
}

/** Counts the items of a page when the writer requests the next one. */
async function* counted<T>(pages: Pages<T>, counter: { printed: number }): Pages<T> {
  for await (const page of pages) {
    yield page;
    counter.printed += page.length;
  }
}

/** A JMESPath expression is invalid, or cannot be applied to the data. */
export class QueryError extends ProgramError {
  override name = "QueryError";
  readonly kind = "usage";
}

/** Printing ended early, after some of the items. Exit code and hint are those of its cause. */
export class PartialOutputError extends Error {
  override name = "PartialOutputError";
  constructor(
    /** Number of items printed completely. */
    readonly printed: number,
    override readonly cause: unknown,
  ) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

/** The view does not have the requested column. */
export class UnknownColumnError extends ProgramError {
  override name = "UnknownColumnError";
  readonly kind = "usage";
  constructor(
    /** Option that names the column. */
    readonly option: string,
    readonly column: string,
    readonly known: readonly string[],
    readonly nearest?: string,
  ) {
    super(
      `${option}: there is no column "${column}"`,
      nearest === undefined ? `the columns are ${known.join(", ")}` : `did you mean ${nearest}?`,
    );
  }
}
