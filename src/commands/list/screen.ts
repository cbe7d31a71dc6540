import { type BookRequest, type LoadedBook, loadBook } from "../../book/load-book.js";
import { closedCount } from "../../book/positions/open-positions.js";
import { severity } from "../../figures/catalog/causes.js";
import { type Grouping, groupsOf } from "../../figures/catalog/group.js";
import { moveOf } from "../../figures/catalog/leg.js";
import { marginToAddOf, name } from "../../figures/catalog/position.js";
import { worstMove } from "../../figures/catalog/stress.js";
import { type Declared, isFigure, type Need, needsOf } from "../../figures/figure.js";
import { heldText } from "../../figures/next/pool.js";
import type { Group, LegOf, PositionOf } from "../../figures/subjects.js";
import { type OutputOptions, showsPages } from "../../output/formats/format.js";
import { textSection } from "../../output/table/page.js";
import type { Section } from "../../output/text/look.js";
import type { Context } from "../../run/context.js";
import type { ExitCode } from "../../run/errors/exit-codes.js";
import { exitCodeOf } from "../../run/errors/kinds.js";
import { printNext } from "../../run/print.js";
import { footSection, whySection } from "../../run/screen/foot.js";
import { type BookInputs, bookAnswer } from "../../run/screen/inputs.js";
import { headOf } from "../../run/screen/list-head.js";
import {
  checkScreen,
  chosenIn,
  column,
  printScreen,
  type Table,
  tableView,
} from "../../run/screen/screen.js";
import { checkStress } from "../../run/screen/stress.js";
import { ORDERED_BY, orderOf, tableOf, type ViewName } from "../../run/screen/views.js";
import { groupTable } from "./groups.js";
import { LEG_TABLE, legsOf } from "./legs.js";

/** What is listed, and how. */
export interface Listing extends Omit<BookRequest, "needs"> {
  readonly view: ViewName;
  readonly by?: Grouping | undefined;
  /** Whether each held leg is a row. */
  readonly legs?: boolean;
  readonly limit?: number | undefined;
  /** Whether each estimate and unknown figure is explained. */
  readonly why: boolean;
}

/** Prints positions, their legs, or groups of them, with their figures. */
export function printPositions(context: Context, listing: Listing): Promise<ExitCode> {
  const { by } = listing;
  if (by !== undefined) return printRows(context, listing, ofGroups(by));
  return listing.legs
    ? printRows(context, listing, LEGS)
    : printRows(context, listing, ofView(listing));
}

/** How a book is shown as rows. */
interface Rows<S> {
  /** Name of its JSON Schema. */
  readonly title: string;
  /** Returns the table. @param rows those to be shown; none before they are fetched */
  readonly table: (rows: readonly S[]) => Table<S>;
  readonly rows: (book: Group) => readonly S[];
  readonly head: (book: Group) => Section[];
  /** Reports whether a screen leaves a row out. */
  readonly isLeftOut?: (row: S) => boolean;
  readonly nameOf: (row: S) => string;
  /** Whether `next:` names the first row. */
  readonly isNamed?: true;
}

function ofView({ view, stress }: Listing): Rows<PositionOf> {
  return {
    title: view,
    table: (rows) => tableOf(view, rows, stress),
    rows: ({ members }) => members.toSorted(orderOf(view)),
    head: (book) => headOf(view, book),
    ...(view === "risk" && { isLeftOut: holds }),
    ...{ nameOf: name, isNamed: true },
  };
}

function ofGroups(by: Grouping): Rows<Group> {
  return {
    title: `by-${by}`,
    table: () => groupTable(by),
    rows: (book) => groupsOf(book, by),
    head: (book) => headOf("now", book),
    nameOf: ({ key }) => key,
  };
}

const LEGS: Rows<LegOf> = {
  title: "legs",
  table: () => LEG_TABLE,
  rows: legsOf,
  head: (book) => headOf("risk", book),
  nameOf: ({ position, record }) => `${name(position)} ${record.side} ${record.exchange}`,
};

async function printRows<S>(context: Context, listing: Listing, shown: Rows<S>): Promise<ExitCode> {
  const { stress, limit = Number.POSITIVE_INFINITY, why } = listing;
  const output = await context.outputOptions();
  await checkScreen(context, tableView(shown.table([])));
  const { declared, needs: own } = chosenIn(shown.table([]), output);
  const needs = new Set([
    ...own,
    ...(isOrdered(listing) ? needsOf([ORDERED_BY[listing.view]]) : []),
    ...(showsPages(output) ? HEAD_NEEDS[listing.view] : []),
  ]);
  const showsClosed = showsPages(output) && isOfAllOpen(listing);
  const [book, closed] = await Promise.all([
    loadBook(context, { ...listing, needs }),
    showsClosed ? closedCount(context) : undefined,
  ]);
  checkStress(stress, book.all);
  const all = shown.rows(book.all);
  const kept = showsPages(output) ? all.filter((row) => shown.isLeftOut?.(row) !== true) : all;
  const rows = output.sort === undefined ? kept.slice(0, limit) : kept;
  const table = { ...withIds(shown.table(rows), output), empty: book.empty };
  const figures = figuresIn(table, declared);
  const leftOut = [
    ...(listing.view !== "funding" && figures.some((it) => it.id === "next_7d")
      ? recordOf(book)
      : []),
    ...holding(all.length - kept.length, book),
    ...limited(kept.length - rows.length),
    ...(closed === undefined ? [] : [`${closed} closed: --status all`]),
  ];
  const around = {
    head: () => headingOf(book, showsPages(output) ? shown.head(book.all) : []),
    foot: () => [
      ...(why ? [whySection(rows, figures, shown.nameOf)] : []),
      footSection(rows, figures, leftOut),
    ],
  };
  const answer = bookAnswer(shown.title, table, { declared, needs });
  const data = { inputs: inputsOf(book, listing), rows, totals: book.all };
  const isReport = rows.length === 0 && all.length > 0;
  await printScreen(context, tableView(table, around, declared), answer, data, {
    limit: listing.limit,
    isReport,
  });
  const [first] = rows;
  if (first !== undefined && shown.isNamed)
    await printNext(context, [["get", shown.nameOf(first)]]);
  return exitCodeOf(book.failure);
}

/** What the heading of each view needs to be fetched. */
const HEAD_NEEDS: Readonly<Record<ViewName, readonly Need[]>> = {
  now: ["funding"],
  pnl: ["funding"],
  funding: ["funding", "pool"],
  risk: [],
  next: ["funding"],
};

/** How last week's ranges did, which the heading of funding has: `± held 36 of 46` */
function recordOf({ all }: LoadedBook): string[] {
  const { record } = all.inputs.pool();
  return record === undefined ? [] : [`± ${heldText(record)}`];
}

/** Reports whether rows are in the order of their view. */
function isOrdered({ by, legs }: Listing): boolean {
  return by === undefined && legs !== true;
}

/** Reports whether all open positions are listed, and no others. */
function isOfAllOpen({ statuses, asset, exchange }: Listing): boolean {
  return statuses?.join() === "open" && asset === undefined && exchange === undefined;
}

/** Returns the figures that a table shows: those that are named, else those of its own columns. */
function figuresIn<S>({ catalog, columns }: Table<S>, named?: readonly Declared<S>[]) {
  if (named !== undefined) return named.filter(isFigure);
  const keys = new Set(columns.filter((it) => it.isOptional !== true).map(({ key }) => key));
  return catalog.filter(isFigure).filter(({ id }) => keys.has(id));
}

function headingOf({ heading }: LoadedBook, sections: ReturnType<typeof headOf>) {
  return heading === undefined ? sections : [textSection(heading), ...sections];
}

function inputsOf({ all }: LoadedBook, { asset, exchange, stress }: Listing): BookInputs {
  return { now: all.inputs.now, asset, exchange, stress };
}

/** Reports whether a position survives the stress, so that a screen of risk leaves it out. */
function holds(p: PositionOf): boolean {
  if (severity(p) === "critical") return false;
  return marginToAddOf(p).value?.eq(0) === true && !worstMove(p).isThrough;
}

function holding(count: number, { all: { inputs } }: LoadedBook): string[] {
  return count === 0 ? [] : [`${count} hold ±${moveOf(inputs).toFixed()} %`];
}

/** Returns a table with the ids of its positions, where everything is wanted. */
function withIds<S>(table: Table<S>, { wide }: OutputOptions): Table<S> {
  const ids = table.who.filter(({ id }) => wide && id === "position_id");
  return { ...table, columns: [...table.columns, ...ids.map((it) => column(it))] };
}

/** Returns how many rows `--limit` leaves out. */
function limited(rest: number): string[] {
  return rest === 0 ? [] : [`${rest} more: --limit`];
}
