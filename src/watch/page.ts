import { mapInSlices } from "../base/collections.js";
import { allCauses, causesOf, severity } from "../figures/catalog/causes.js";
import { name } from "../figures/catalog/position.js";
import { once } from "../figures/figure.js";
import type { PositionOf } from "../figures/subjects.js";
import type { Sort } from "../output/formats/format.js";
import { chooseColumns, sortByColumn } from "../output/table/choose-columns.js";
import type { Column, View } from "../output/table/column.js";
import { type FittedTable, fitTable } from "../output/table/table.js";
import type { Look } from "../output/text/look.js";
import type { ViewName } from "../run/output-options.js";
import { tableView } from "../run/screen/screen.js";
import { orderOf, tableOf } from "../run/screen/views.js";
import { whyOf } from "../run/screen/why.js";
import type { AlertsOfRows } from "./alerts.js";
import { movementOf } from "./movement.js";

/** The columns of a page and the values of its cells, for the page of the next round. */
export interface PageValues {
  readonly columns: readonly string[];
  /** The values of each row in the order of the columns, by the id of its position. */
  readonly rows: ReadonlyMap<string, readonly unknown[]>;
}

/** What a page is made from. */
export interface PageRequest {
  readonly view: ViewName;
  readonly members: readonly PositionOf[];
  readonly alerts: AlertsOfRows;
  readonly look: Look;
  /** Text in place of rows when there are none. */
  readonly empty: string;
  /** Whether it has the columns that do not fit beside the others, instead of these. */
  readonly isWide: boolean;
  /** The page of the round before, whose columns it keeps. */
  readonly before: PageValues | undefined;
  /** Whether changes since the round before are highlighted. */
  readonly isCompared: boolean;
}

/** A row of a page, and its place among those of the view. */
interface PlacedRow {
  readonly index: number;
  readonly row: PositionOf;
}

/** A view of `carry list` fitted to the screen, of which some rows can be drawn. */
export interface Page extends Pick<FittedTable, "headings" | "shown"> {
  readonly name: ViewName;
  readonly view: View<PositionOf>;
  readonly rows: readonly PlacedRow[];
  /** Headings of the columns for which there was no room. */
  readonly dropped: readonly string[];
  readonly values: PageValues;
  /** Returns the lines of rows by their index: one of each, or several in a narrow terminal. */
  draw(indices: readonly number[]): readonly (readonly string[])[];
}

/** Fits a view to the width of the screen, in slices between which keys are answered. */
export async function fitPage(request: PageRequest): Promise<Page> {
  const { view, members, alerts, look, isWide, before, isCompared } = request;
  const inOrder = members.toSorted(orderOf(view));
  const declared = viewOf(request, inOrder);
  const columns = chooseColumns(declared, undefined, "table");
  await mapInSlices(inOrder, (p) => {
    severity(p);
    for (const { value } of columns) value(p);
  });
  const fitted = (steady: readonly string[] | undefined) =>
    fitTable(inOrder, columns, {
      ...look,
      steady,
      emphasis(row, column) {
        const { position_id: id } = row.record;
        if (column.kind === "text" && alerts.saidOf(id).length > 0) return "alert";
        return isCompared && before ? emphasisOf(row, column) : undefined;
      },
    });
  const places = new Map(before?.columns.map((key, at) => [key, at]));
  const emphasisOf = (row: PositionOf, column: Column<PositionOf>) => {
    const was = before?.rows.get(row.record.position_id);
    if (was === undefined) return "changed";
    const place = places.get(column.key);
    return place === undefined ? undefined : movementOf(column, was[place], row, look);
  };
  const steady = before?.columns;
  const first = await fitted(steady);
  const others = columns.filter((it) => it.kind === "text" || !first.shown.includes(it.key));
  const isCut = steady === undefined && first.shown.length < columns.length;
  // Without the columns that do not fit, as in the next round: the others may need no short names.
  const table = isCut ? await fitted(isWide ? others.map(({ key }) => key) : first.shown) : first;
  const { headings, dropped, shown, draw } = table;
  const seen = columns.filter(({ key }) => shown.includes(key));
  const values = inOrder.map(
    (row) => [row.record.position_id, seen.map((it) => it.value(row))] as const,
  );
  return {
    headings: headings.slice(0, 1), // a line each: no heading is underlined on a screen
    dropped,
    shown,
    draw: drawnOnce(draw),
    name: view,
    view: declared,
    rows: inOrder.map((row, index) => ({ index, row })),
    values: { columns: seen.map(({ key }) => key), rows: new Map(values) },
  };
}

/** Returns a function that draws each row once, and those that are new to it together. */
function drawnOnce(draw: FittedTable["draw"]): Page["draw"] {
  const known = new Map<number, readonly string[]>();
  return (indices) => {
    const missing = indices.filter((index) => !known.has(index));
    const together = draw(missing);
    const isLineEach = together.length === missing.length;
    for (const [at, index] of missing.entries()) {
      known.set(index, isLineEach ? together.slice(at, at + 1) : draw([index]));
    }
    return indices.map((index) => known.get(index) ?? []);
  };
}

/** Returns the view of a list, in whose column why stands first what rules of a file found. */
function viewOf(
  { view, alerts: { saidOf }, empty }: PageRequest,
  rows: readonly PositionOf[],
): View<PositionOf> {
  const table = tableView(tableOf(view, rows));
  const isSaid = rows.some(({ record }) => saidOf(record.position_id).length > 0);
  const columns = isSaid ? table.columns.map((it) => withSaid(it, saidOf)) : table.columns;
  return { ...table, columns, empty };
}

/** Maximum number of characters of why, which takes the place of figures. */
const MOST_WHY = 40;

function withSaid(column: Column<PositionOf>, saidOf: AlertsOfRows["saidOf"]): Column<PositionOf> {
  if (column.key !== "why") return column;
  const textOf = (p: PositionOf) => {
    const own = column.value(p);
    return [...saidOf(p.record.position_id), ...(own ? [String(own)] : [])].join("; ");
  };
  return {
    ...column,
    value: textOf,
    texts(p, { unicode }) {
      const text = textOf(p);
      return [text.length > MOST_WHY ? text.slice(0, MOST_WHY) + (unicode ? "…" : "...") : text];
    },
  };
}

/** A line of a page: a row, or the heading of a group. */
export interface PageLine {
  readonly heading?: string;
  /** The place of the row, a key that is the same in each round, and the id of the position. */
  readonly row?: { readonly index: number; readonly key: string; readonly id: string };
}

/** Which rows of a page are shown, and in which order. */
export interface Arrangement {
  /** The order; undefined for that of the view. */
  readonly sort: Sort | undefined;
  readonly isGrouped: boolean;
  readonly isWanted: (row: PositionOf) => boolean;
}

/** Pages on which what alerts comes first; the order of the others says itself what is next to hurt or due. */
const ALERTS_FIRST: ReadonlySet<ViewName> = new Set(["now", "pnl", "funding"]);

/** Returns the lines of a page. */
export function arranged(
  { name, rows, view }: Page,
  { sort, isGrouped, isWanted }: Arrangement,
  alerts: AlertsOfRows,
): readonly PageLine[] {
  const wanted = rows.filter(({ row }) => isWanted(row));
  const ordered =
    sort !== undefined
      ? sortByColumn(wanted, ({ row }) => row, view, sort).items
      : ALERTS_FIRST.has(name)
        ? alertingFirst(wanted, alerts)
        : wanted;
  if (!isGrouped) return ordered.map((it) => lineOf(it));
  const groups = new Map<string, PageLine[]>();
  for (const it of ordered) {
    for (const exchange of new Set(it.row.record.legs.map((leg) => leg.exchange))) {
      const lines = groups.get(exchange) ?? [];
      lines.push(lineOf(it, `${exchange} `));
      groups.set(exchange, lines);
    }
  }
  return [...groups]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([exchange, lines]) => [{ heading: `${exchange} (${lines.length})` }, ...lines]);
}

function lineOf({ index, row }: PlacedRow, group = ""): PageLine {
  const { position_id: id } = row.record;
  return { row: { key: group + id, index, id } };
}

/** Returns the rows with those first whose alerts are not all acknowledged. */
function alertingFirst(
  rows: readonly PlacedRow[],
  { rulesOf, saidOf }: AlertsOfRows,
): readonly PlacedRow[] {
  const isAlerting = ({ row }: PlacedRow) => {
    const { position_id: id } = row.record;
    const isAcknowledged = (rule: string) =>
      allCauses(row).some(({ cause }) => cause === rule) &&
      !causesOf(row).some(({ cause }) => cause === rule);
    return saidOf(id).length > 0 || !rulesOf(id).every(isAcknowledged);
  };
  const alerting = new Set(rows.filter(isAlerting));
  return [...alerting, ...rows.filter((it) => !alerting.has(it))];
}

/**
 * Returns the test of a typed filter: words that all match, each a part of the name or id of a position, of
 * a symbol or an exchange, or of a cause or its text.
 */
export function filterOf(text: string): (p: PositionOf) => boolean {
  const words = text
    .toLowerCase()
    .split(" ")
    .filter((word) => word !== "");
  return (p) => words.every((word) => textsOf(p).some((it) => it.includes(word)));
}

const textsOf = once((p: PositionOf) => {
  const { position_id: id, legs } = p.record;
  const texts = [
    name(p),
    id,
    ...legs.flatMap(({ exchange, symbol }) => [exchange, symbol]),
    ...causesOf(p).flatMap((it) => [it.cause, whyOf(p, it).text]),
  ];
  return texts.map((it) => it.toLowerCase());
});
