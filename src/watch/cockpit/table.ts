import { chooseColumns, findColumn, sortByColumn } from "../../output/table/choose-columns.js";
import type { Column, View } from "../../output/table/column.js";
import type { EmphasisOf } from "../../output/table/sheet.js";
import type { Sort } from "../../output/table/sort.js";
import { type FittedTable, fitTable } from "../../output/table/table.js";
import type { Look } from "../../output/text/look.js";
import type { NamedLeg } from "../../views/position/pair.js";
import type { PositionRow } from "../../views/position/position-row.js";
import { movementOf } from "./movement.js";

/** A row of a page: a position, and the legs that the row is about. */
export interface PageRow extends Pick<PositionRow, "position"> {
  readonly legs: readonly NamedLeg[];
}

/** Returns the legs of a row; of one that is about none, those of its position. */
export function legsOfRow({ legs, position }: PageRow): readonly NamedLeg[] {
  return legs.length === 0 ? position.legs : legs;
}

/** The rows of a page, as its command declares them. */
export interface Table<Row extends PageRow> {
  readonly view: Pick<View<never, Row>, "columns" | "defaults" | "isPast" | "empty">;
  readonly rows: readonly Row[];
  /** Columns that the user has named; the view's own when omitted. */
  readonly keys?: readonly string[] | undefined;
}

/** How a table is drawn. */
export interface TableLook {
  readonly look: Look;
  readonly isWide: boolean;
  /** Key of a column that is shown in any case, since the table is sorted by it. */
  readonly sortKey: string | undefined;
  readonly isAlerting: (positionId: string) => boolean;
  /** Keys of the only columns to show, as shown before; undefined for as many as fit. */
  readonly steady: readonly string[] | undefined;
}

/** Which rows of a table are shown, and in which order. */
export interface Arrangement {
  readonly sort: Sort | undefined;
  readonly isGrouped: boolean;
  readonly isWanted: (row: PageRow) => boolean;
}

/** A line of a table: a row (its index, its key, the id of its position), or the heading of a group. */
export interface TableLine {
  readonly text?: string;
  readonly row?: { readonly index: number; readonly key: string; readonly id: string };
}

/** A table whose rows are formatted, and drawn as far as they are visible. */
export interface FittedPage extends Pick<FittedTable, "draw" | "dropped" | "shown" | "footnotes"> {
  readonly headings: readonly string[];
  /** Number of rows, and the text that replaces them when there are none. */
  readonly count: number;
  readonly empty: string;
  /** Columns that the table can be sorted by. */
  readonly columns: readonly Pick<Column<never>, "key" | "header">[];
  arrange(how: Arrangement): readonly TableLine[];
}

/** A table with the wanted rows, in order. */
export interface ArrangedTable extends FittedPage {
  readonly lines: readonly TableLine[];
}

/** Heading of columns that mark some rows; a table is not sorted by them. */
const SIGN = "!";

/** Formats a table that fits the width of the look. @param before the table of the round before */
export async function fitPage<Row extends PageRow>(
  own: Table<Row>,
  before: Table<Row> | undefined,
  how: TableLook,
): Promise<FittedPage> {
  const { view, rows: all } = own;
  const { look, isWide, steady, sortKey } = how;
  const named = keyed(all);
  const whole = { ...view, rows: (row: Row) => [row] };
  const chosen = chooseColumns(whole, undefined, isWide ? "wide" : "table");
  const isThere = sortKey === undefined || chosen.some(({ key }) => key === sortKey);
  const columns = isThere ? chosen : [...chosen, findColumn(whole, sortKey, "--sort")];
  const emphasis = emphasisOf(named, before, view, how);
  const options = { ...look, header: true, steady, emphasis };
  const table = await fitTable(all, columns, options);
  if (isWide && table.headings.length === 0) {
    return fitPage(own, before, { ...how, isWide: false }); // no room
  }
  return {
    ...table,
    ...{ count: all.length, empty: view.empty, headings: table.headings.slice(0, 1) },
    columns: columns.filter((it) => it.header !== "" && it.header !== SIGN),
    arrange({ sort, isGrouped, isWanted }) {
      const wanted = named.filter(({ row }) => isWanted(row));
      const ordered =
        sort === undefined ? wanted : sortByColumn(wanted, ({ row }) => row, whole, sort).items;
      const groups = isGrouped ? groupsOf(ordered) : [{ heading: undefined, rows: ordered }];
      return groups.flatMap(({ heading, rows }) => [
        ...(heading === undefined ? [] : [{ text: heading }]),
        ...rows.map(({ key, index, row }) => ({
          row: { key, index, id: row.position.position_id },
        })),
      ]);
    },
  };
}

/** A row with a key that stays the same in each round: its position, and its place among the rows of it. */
interface Keyed<Row> {
  readonly key: string;
  readonly index: number;
  readonly row: Row;
}

function keyed<Row extends PageRow>(rows: readonly Row[]): Keyed<Row>[] {
  const seen = new Map<string, number>();
  const counts = new Map<string, number>();
  for (const { position } of rows) {
    counts.set(position.position_id, (counts.get(position.position_id) ?? 0) + 1);
  }
  return rows.map((row, index) => {
    const { position_id: id } = row.position;
    const [leg] = (counts.get(id) ?? 0) > 1 ? row.legs : [];
    const name = leg === undefined ? id : `${id} ${leg.side} ${leg.exchange} ${leg.symbol}`;
    const count = seen.get(name) ?? 0;
    seen.set(name, count + 1);
    return { key: `${name} ${count}`, index, row };
  });
}

interface Group<Row> {
  readonly heading: string | undefined;
  readonly rows: readonly Keyed<Row>[];
}

/** Returns the rows by exchange; a row with legs on several is in each group. */
function groupsOf<Row extends PageRow>(rows: readonly Keyed<Row>[]): Group<Row>[] {
  const groups = new Map<string, Keyed<Row>[]>();
  for (const it of rows) {
    for (const exchange of new Set(legsOfRow(it.row).map((leg) => leg.exchange))) {
      const own = groups.get(exchange) ?? [];
      own.push({ ...it, key: `${exchange} ${it.key}` });
      groups.set(exchange, own);
    }
  }
  const names = [...groups.keys()].sort();
  return names.map((name) => ({
    heading: `${name} (${groups.get(name)?.length})`,
    rows: groups.get(name) ?? [],
  }));
}

/** Columns that only follow the clock, and are never highlighted. */
const CLOCK_COLUMNS: ReadonlySet<string> = new Set([
  ...["age_days", "in", "next"],
  ...["performance.calculated_at", "performance.duration_days", "legs.mark_price_updated_at"],
]);

/** Returns the emphasis of cells: of rows that alert, of changes, and of all cells of a new row. */
function emphasisOf<Row extends PageRow>(
  rows: readonly Keyed<Row>[],
  before: Table<Row> | undefined,
  { isPast }: Table<Row>["view"],
  { isAlerting, look }: TableLook,
): EmphasisOf<Row> {
  const old = before && new Map(keyed(before.rows).map(({ key, row }) => [key, row]));
  const columns = new Map(before?.view.columns.map((column) => [column.key, column]));
  const keys = new Map(rows.map(({ key, row }) => [row, key]));
  return (row, column) => {
    if (column.kind === "text" && isAlerting(row.position.position_id)) return "alert";
    const past = isPast?.(row) === true ? "past" : undefined;
    if (old === undefined) return past;
    const was = old.get(keys.get(row) ?? "");
    if (was === undefined) return "changed";
    if (CLOCK_COLUMNS.has(column.key)) return past;
    return movementOf(column, was, row, look, columns.get(column.key)) ?? past;
  };
}
