import { parseExactly } from "../base/json-text.js";
import { dotOf, visible } from "../base/safe-text.js";
import {
  type OutputOptions,
  onePage,
  type PrintOutcome,
  type Sourced,
  showsColumns,
  showsPages,
} from "../output/formats/format.js";
import type { Printer } from "../output/formats/printer.js";
import type { View } from "../output/table/column.js";
import { sourced } from "../output/text/json-text.js";
import { createPainter } from "../output/text/look.js";
import { rulerFor } from "../output/text/ruler.js";
import { shellWord } from "../output/text/words.js";
import type { Context } from "./context.js";

/** Creates the printer for this command's output options. @param changes options to be replaced */
export async function printerOf(
  context: Context,
  changes: Partial<OutputOptions> = {},
): Promise<Printer> {
  const options = { ...(await context.outputOptions()), ...changes };
  const { createPrinter } = await import("../output/formats/printer.js");
  return createPrinter(context.io, options, context.progress, context.messages.warning);
}

/** Returns plain data with its JSON text. */
export function asItem<T>(value: T): Sourced<T> {
  return { value, source: JSON.stringify(value) };
}

/** Writes the notes about printed data to stderr. */
export function printNotes(context: Context, { notes }: PrintOutcome): void {
  for (const { code, text } of notes) context.messages.note(code, text);
}

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
  const { rows, ...rest } = answer;
  if (!Array.isArray(rows)) return [sourced(answer)];
  const parts = (rows as readonly object[]).map(sourced);
  return withRest && Object.keys(rest).length > 0 ? [...parts, sourced(rest)] : parts;
}

/** Words of a command line after `carry`; a text of the service is one word. */
export type NextLine = readonly string[];

/**
 * Prints the next commands to try as the last, dim line of a screen, as many as fit:
 * `next: carry get SUI.1a9f · carry positions rotate SUI.1a9f`. Each repeats the typed options that choose
 * what is shown: profile, base URL and portfolios. Prints nothing in a pipe, in a format other than table,
 * with chosen columns, with `--quiet`, and with the setting `hints` off. Leaves out
 * commands with a word that a terminal cannot show unchanged.
 */
export async function printNext(context: Context, lines: readonly NextLine[]): Promise<void> {
  if (!(await showsNext(context))) return;
  const { look } = await context.outputOptions();
  const text = await nextText(
    lines.flatMap((words) => lineOf(context, words) ?? []),
    look,
  );
  if (text === "") return;
  const paint = await createPainter(look.color);
  await context.io.stdout.write(`${paint(text, "label")}\n`);
}

/** Reports whether {@link printNext} prints anything, so that the commands are not computed in vain. */
export async function showsNext(context: Context): Promise<boolean> {
  const { io, common } = context;
  if (!io.stdout.isTTY || common.quiet === true) return false;
  return showsPages(await context.outputOptions()) && (await context.setting("hints")) !== false;
}

/**
 * Returns a command line to try, with the typed options that choose what is shown; undefined for one that a
 * terminal cannot show unchanged.
 */
export function lineOf(context: Context, words: NextLine): string | undefined {
  const all = ["carry", ...words, ...targetOf(context, words)];
  return all.every((word) => visible(word) === word) ? all.map(shellWord).join(" ") : undefined;
}

/** Returns the typed options that choose what is shown; commands of `funding` have no portfolio. */
function targetOf(context: Context, words: NextLine): string[] {
  const { options } = context.sourcesWithoutProfile();
  const typed = {
    profile: context.common.profile,
    "base-url": options["base-url"],
    portfolio: words[0] === "funding" ? undefined : options.portfolio,
  };
  return Object.entries(typed).flatMap(([name, value]) =>
    value === undefined || words.includes(`--${name}`) ? [] : [`--${name}`, value],
  );
}

/** Returns the line without colour; empty if not even the first command fits. */
async function nextText(
  typed: readonly string[],
  { unicode, width }: { readonly unicode: boolean; readonly width: number | undefined },
): Promise<string> {
  const ruler = await rulerFor(typed);
  const between = dotOf({ unicode });
  let text = "";
  for (const line of typed) {
    const longer = text === "" ? `next: ${line}` : text + between + line;
    if (ruler.width(longer) > (width ?? Number.POSITIVE_INFINITY)) break;
    text = longer;
  }
  return text;
}

/** Writes a text for people, in a pager when it is longer than the terminal. */
export async function writePaged({ io, messages }: Context, text: string): Promise<undefined> {
  const { pagedSink } = await import("../output/table/paged.js");
  await pagedSink(io, io.stdout, messages.warning).write(text);
}
