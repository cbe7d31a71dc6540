import type { Position } from "../client/resources/position.js";
import type { Column, View } from "../output/table/column.js";
import { chooseColumns, sortByColumn } from "../output/table/columns.js";
import type { EmphasisOf } from "../output/table/sheet.js";
import type { Sort } from "../output/table/sort.js";
import { withSortedColumn } from "../output/table/sorted-column.js";
import { renderTable } from "../output/table/table.js";
import { renderTotals } from "../output/table/total-line.js";
import type { Look } from "../output/text/look.js";
import type { Emphasis } from "../output/text/paint.js";
import { ALERT_COLUMN, SIGN_HEADING } from "./alert-column.js";
import type { Alerts } from "./alerts.js";
import { createBrush } from "./brush.js";
import { CLOCKS } from "./changes.js";
import { byId, type Round } from "./round.js";

/** How the positions are to be shown. */
export interface BoardOptions<Row> {
  /** The view as it is at a time of the service, milliseconds since the epoch. */
  readonly viewAt: (now: number) => View<Position, Row>;
  /** Which way a cell has moved since the round before; undefined where it does not stand out. */
  readonly movementOf: (
    column: Column<Row>,
    before: Row,
    after: Row,
    look: Look,
  ) => Emphasis | undefined;
  /** undefined: the view's own. */
  readonly columns: readonly string[] | undefined;
  readonly header: boolean;
  readonly alerts: Alerts | undefined;
}

export interface BoardContent {
  readonly round: Round;
  /** The round whose cells these are compared with; undefined when none is to stand out. */
  readonly previous: Round | undefined;
  readonly sort: Sort | undefined;
  /** Keys of the columns of the last board: no others are shown. undefined: as many as fit. */
  readonly steady?: readonly string[] | undefined;
}

/** A table as lines that can be scrolled. */
export interface Board {
  readonly headings: readonly string[];
  readonly rows: readonly string[];
  /** Totals, what marks mean, what there was no room for. */
  readonly foot: readonly string[];
  /** Headings of the columns that there was no room for. */
  readonly dropped: readonly string[];
  /** Keys of all columns that are shown; undefined where there is no table. */
  readonly shown: readonly string[] | undefined;
  /** The columns that are shown and can be sorted by. */
  readonly columns: readonly { readonly key: string; readonly header: string }[];
}

/** Draws the positions as a table as wide as the look allows. */
export async function renderBoard<Row>(
  options: BoardOptions<Row>,
  content: BoardContent,
  look: Look,
): Promise<Board> {
  const view = options.viewAt(content.round.serviceTime);
  const columns = chosen(view, options);
  const sorted = withSortedColumn(columns, view, content.sort, {
    unicode: look.unicode,
    chosen: options.columns !== undefined,
  });
  const items = content.round.items.map(({ value }) => value);
  if (items.length === 0) {
    return {
      headings: [],
      rows: [view.empty],
      foot: [],
      dropped: [],
      columns: [],
      shown: undefined,
    };
  }
  const { rows, emphasis } = withEmphasis(items, view, content, options, look);
  const table = await renderTable(rows, sorted, {
    ...look,
    header: options.header,
    emphasis,
    steady: content.steady,
  });
  const lines = linesOf(table.text);
  const firstMark = lines.length - table.lines.marks;
  const foot: string[] = [];
  for (const group of view.totals?.(items) ?? []) {
    foot.push(...linesOf(await renderTotals(group, look)));
  }
  foot.push(...lines.slice(firstMark));
  if (table.dropped.length > 0) {
    const brush = await createBrush(look);
    foot.push(brush.line([{ text: `left out: ${table.dropped.join(", ")}`, tone: "label" }]));
  }
  return {
    headings: lines.slice(0, table.lines.headings),
    rows: lines.slice(table.lines.headings, firstMark),
    foot,
    dropped: table.dropped,
    shown: table.shown,
    columns: table.shown.flatMap((shown) =>
      view.columns.filter(({ key, header }) => key === shown && header !== SIGN_HEADING),
    ),
  };
}

function chosen<Row>(view: View<Position, Row>, { columns, alerts }: BoardOptions<Row>) {
  const unmarked = alerts !== undefined && columns?.includes(ALERT_COLUMN) === false;
  return chooseColumns(view, unmarked ? [ALERT_COLUMN, ...columns] : columns, "table");
}

function inOrder<Row>(
  rows: readonly Row[],
  view: View<Position, Row>,
  sort: Sort | undefined,
): readonly Row[] {
  if (sort === undefined) return rows;
  const asRows = { columns: view.columns, rows: (row: Row) => [row] };
  return sortByColumn(rows, (row) => row, asRows, sort).items;
}

/** Columns that move with the clock, and say nothing by it. */
const CLOCK_COLUMNS: ReadonlySet<string> = new Set(["age_days", ...CLOCKS]);

/** The rows, and which of their cells stand out: those of a new position all do. */
function withEmphasis<Row>(
  items: readonly Position[],
  view: View<Position, Row>,
  { previous, sort }: BoardContent,
  { alerts, movementOf }: BoardOptions<Row>,
  look: Look,
): { rows: readonly Row[]; emphasis: EmphasisOf<Row> } {
  const known = previous && byId(previous);
  const alerting = new Set<Row>();
  const before = new Map<Row, Row | undefined>();
  for (const item of items) {
    const old = known?.get(item.position_id)?.value;
    const oldRows = old === undefined ? [] : view.rows(old);
    for (const [index, row] of view.rows(item).entries()) {
      before.set(row, oldRows[index]);
      if (alerts?.has(item.position_id) === true) alerting.add(row);
    }
  }
  return {
    rows: inOrder([...before.keys()], view, sort),
    emphasis(row, column) {
      if (alerting.has(row) && column.kind === "text") return "alert";
      if (known === undefined) return undefined;
      const old = before.get(row);
      if (old === undefined) return "changed";
      return CLOCK_COLUMNS.has(column.key) ? undefined : movementOf(column, old, row, look);
    },
  };
}

function linesOf(text: string): string[] {
  return text === "" ? [] : text.replace(/\n$/, "").split("\n");
}
