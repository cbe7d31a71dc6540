import type { PositionOf } from "../../figures/subjects.js";
import { chooseColumns, findColumn, sortByColumn } from "../../output/table/choose-columns.js";
import type { Column, View } from "../../output/table/column.js";
import type { EmphasisOf } from "../../output/table/sheet.js";
import type { Sort } from "../../output/table/sort.js";
import { type FittedTable, fitTable } from "../../output/table/table.js";
import type { Look } from "../../output/text/look.js";
import { CLOCK_COLUMNS, movementOf } from "./movement.js";

/** The rows of a page, as the view of its list declares them. */
export interface PageTable {
  readonly view: View<PositionOf>;
  readonly rows: readonly PositionOf[];
}

/** How a table is drawn. */
export interface TableLook {
  readonly look: Look;
  /** Whether it has the columns that do not fit beside the others, instead of these. */
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
  readonly isWanted: (row: PositionOf) => boolean;
}

/** A line of a table: a row (its index, its key, the id of its position), or the heading of a group. */
export interface TableLine {
  readonly text?: string;
  readonly row?: { readonly index: number; readonly key: string; readonly id: string };
}

/** A table whose rows are formatted, and drawn as far as they are visible. */
export interface FittedPage extends Pick<FittedTable, "draw" | "dropped" | "shown"> {
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

/** Formats a table that fits the width of the look. @param before the table of the round before */
export async function fitPage(
  own: PageTable,
  before: PageTable | undefined,
  how: TableLook,
): Promise<FittedPage> {
  const { view, rows: all } = own;
  const { look, isWide, steady, sortKey } = how;
  const named = keyed(all);
  const chosen = chooseColumns(view, undefined, "table");
  const isThere = sortKey === undefined || chosen.some(({ key }) => key === sortKey);
  const columns = isThere ? chosen : [...chosen, findColumn(view, sortKey, "--sort")];
  const emphasis = emphasisOf(named, before, how);
  const options = { ...look, header: true, steady, emphasis };
  const table = await fitTable(all, columns, options);
  const { shown } = table;
  if (steady === undefined && table.headings.length > 0 && shown.length < columns.length) {
    const isOther = ({ key, kind }: Column<PositionOf>) => kind === "text" || !shown.includes(key);
    const others = columns.filter(isOther).map(({ key }) => key);
    return fitPage(own, before, { ...how, steady: isWide ? others : shown }); // as the next rounds have them
  }
  return {
    ...table,
    ...{ count: all.length, empty: view.empty, headings: table.headings.slice(0, 1) },
    columns: columns.map(({ key, header }) => ({ key, header: header.trim() })),
    arrange({ sort, isGrouped, isWanted }) {
      const wanted = named.filter(({ row }) => isWanted(row));
      const ordered =
        sort === undefined ? wanted : sortByColumn(wanted, ({ row }) => row, view, sort).items;
      const groups = isGrouped ? groupsOf(ordered) : [{ heading: undefined, rows: ordered }];
      return groups.flatMap(({ heading, rows }) => [
        ...(heading === undefined ? [] : [{ text: heading }]),
        ...rows.map(({ key, index, row }) => ({
          row: { key, index, id: row.record.position_id },
        })),
      ]);
    },
  };
}

/** A row with a key that stays the same in each round: the id of its position, and its place among equals. */
interface Keyed {
  readonly key: string;
  readonly index: number;
  readonly row: PositionOf;
}

function keyed(rows: readonly PositionOf[]): Keyed[] {
  const seen = new Map<string, number>();
  return rows.map((row, index) => {
    const { position_id: id } = row.record;
    const count = seen.get(id) ?? 0;
    seen.set(id, count + 1);
    return { key: `${id} ${count}`, index, row };
  });
}

interface RowGroup {
  readonly heading: string | undefined;
  readonly rows: readonly Keyed[];
}

/** Returns the rows by exchange; a position with legs on several is in each group. */
function groupsOf(rows: readonly Keyed[]): RowGroup[] {
  const groups = new Map<string, Keyed[]>();
  for (const it of rows) {
    for (const exchange of new Set(it.row.record.legs.map((leg) => leg.exchange))) {
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

/** Returns the emphasis of cells: of rows that alert, of changes, and of all cells of a new row. */
function emphasisOf(
  rows: readonly Keyed[],
  before: PageTable | undefined,
  { isAlerting, look }: TableLook,
): EmphasisOf<PositionOf> {
  const old = before && new Map(keyed(before.rows).map(({ key, row }) => [key, row]));
  const columns = new Map(before?.view.columns.map((column) => [column.key, column]));
  const keys = new Map(rows.map(({ key, row }) => [row, key]));
  return (row, column) => {
    if (column.kind === "text" && isAlerting(row.record.position_id)) return "alert";
    if (old === undefined) return undefined;
    const was = old.get(keys.get(row) ?? "");
    if (was === undefined) return "changed";
    if (CLOCK_COLUMNS.has(column.key)) return undefined;
    return movementOf(column, was, row, look, columns.get(column.key));
  };
}
