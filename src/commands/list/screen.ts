import { type BookRequest, type LoadedBook, loadBook } from "../../book/load-book.js";
import { closedCount } from "../../book/positions/open-positions.js";
import { severity } from "../../figures/catalog/causes.js";
import { type Grouping, groupsOf } from "../../figures/catalog/group.js";
import { moveOf, nearestFirst } from "../../figures/catalog/leg.js";
import { marginToAddOf, name } from "../../figures/catalog/position.js";
import { worstMove } from "../../figures/catalog/stress.js";
import { type Need, needsOf } from "../../figures/figure.js";
import { heldText } from "../../figures/next/pool.js";
import type { Group, LegOf, PositionOf } from "../../figures/subjects.js";
import { showsPages } from "../../output/formats/format.js";
import { textSection } from "../../output/table/page.js";
import type { Section } from "../../output/text/look.js";
import type { Context } from "../../run/context.js";
import type { ExitCode } from "../../run/errors/exit-codes.js";
import { exitCodeOf } from "../../run/errors/kinds.js";
import type { ViewName } from "../../run/output-options.js";
import { printNext } from "../../run/print.js";
import { footSection, whySection } from "../../run/screen/foot.js";
import { bookAnswer } from "../../run/screen/inputs.js";
import { headOf } from "../../run/screen/list-head.js";
import { checkStress } from "../../run/screen/position-filters.js";
import { chosenIn, column, figuresIn, printScreen, type Table } from "../../run/screen/screen.js";
import { ORDERED_BY, orderOf, tableOf } from "../../run/screen/views.js";
import { groupTable, LEG_TABLE } from "./tables.js";

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
  const { by, legs } = listing;
  if (by !== undefined) return printRows(context, listing, ofGroups(by));
  return legs ? printRows(context, listing, LEGS) : printRows(context, listing, ofView(listing));
}

/** How a book is shown as rows. */
interface Rows<S> {
  /** Name of its JSON Schema. */
  readonly title: string;
  /** Returns the table. @param rows those to be shown; none before they are fetched */
  readonly table: (rows: readonly S[]) => Table<S>;
  readonly rows: (book: Group) => readonly S[];
  readonly head: (book: Group) => Section[];
  /** What the order of the rows needs to be fetched. */
  readonly needs?: ReadonlySet<Need>;
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
    needs: needsOf([ORDERED_BY[view]]),
    isLeftOut: (p) => view === "risk" && holds(p),
    nameOf: name,
    isNamed: true,
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

/** The held legs, the nearest to the loss of its margin first. */
const LEGS: Rows<LegOf> = {
  title: "legs",
  table: () => LEG_TABLE,
  rows: ({ members }) => nearestFirst(members.flatMap((p) => p.legs)),
  head: (book) => headOf("risk", book),
  nameOf: ({ position, record }) => `${name(position)} ${record.side} ${record.exchange}`,
};

async function printRows<S>(context: Context, listing: Listing, shown: Rows<S>): Promise<ExitCode> {
  const { view, stress, limit = Number.POSITIVE_INFINITY, why, asset, exchange } = listing;
  const { output, declared, needs: own } = await chosenIn(context, shown.table([]));
  const isScreen = showsPages(output);
  const needs = new Set([...own, ...(shown.needs ?? []), ...(isScreen ? HEAD_NEEDS[view] : [])]);
  const [book, closed] = await Promise.all([
    loadBook(context, { ...listing, needs }),
    isScreen && isOfAllOpen(listing) ? closedCount(context) : undefined,
  ]);
  checkStress(stress, book.all);
  const all = shown.rows(book.all);
  const kept = isScreen ? all.filter((row) => shown.isLeftOut?.(row) !== true) : all;
  const rows = output.sort === undefined ? kept.slice(0, limit) : kept;
  const table = { ...shown.table(rows), empty: book.empty };
  if (output.wide) table.columns = [...table.columns, ...idColumns(table)];
  const figures = figuresIn(table, declared);
  const isAhead = view !== "funding" && figures.some((it) => it.id === "next_7d");
  const leftOut = [
    isAhead ? recordOf(book) : "",
    all.length === kept.length ? "" : holding(all.length - kept.length, book),
    kept.length === rows.length ? "" : `${kept.length - rows.length} more: --limit`,
    closed === undefined ? "" : `${closed} closed: --status all`,
  ];
  const above = book.heading === undefined ? [] : [textSection(book.heading)];
  await printScreen(context, {
    table,
    declared,
    answer: bookAnswer(shown.title, table, { declared, needs }),
    inputs: { now: book.all.inputs.now, asset, exchange, stress },
    rows,
    totals: book.all,
    head: () => [...above, ...(isScreen ? shown.head(book.all) : [])],
    foot: () => [
      ...(why ? [whySection(rows, figures, shown.nameOf)] : []),
      footSection(rows, figures, leftOut),
    ],
    limit: listing.limit,
    isReport: rows.length === 0 && all.length > 0,
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
function recordOf({ all }: LoadedBook): string {
  const { record } = all.inputs.pool();
  return record === undefined ? "" : `± ${heldText(record)}`;
}

/** Reports whether all open positions are listed, and no others. */
function isOfAllOpen({ statuses, asset, exchange }: Listing): boolean {
  return statuses?.join() === "open" && asset === undefined && exchange === undefined;
}

/** Reports whether a position survives the stress, so that a screen of risk leaves it out. */
function holds(p: PositionOf): boolean {
  if (severity(p) === "critical") return false;
  return marginToAddOf(p).value?.eq(0) === true && !worstMove(p).isThrough;
}

function holding(count: number, { all: { inputs } }: LoadedBook): string {
  return `${count} hold ±${moveOf(inputs).toFixed()} %`;
}

/** Returns the column of ids of positions, which `--wide` shows. */
function idColumns<S>({ who }: Table<S>) {
  return who.filter(({ id }) => id === "position_id").map((it) => column(it));
}
