import type { Position } from "../../client/resources/position.js";
import { chooseColumns, sortByColumn } from "../../output/table/choose-columns.js";
import type { Column, View } from "../../output/table/column.js";
import { renderSections } from "../../output/table/page.js";
import type { EmphasisOf } from "../../output/table/sheet.js";
import type { Sort } from "../../output/table/sort.js";
import { withSortedColumn } from "../../output/table/sorted-column.js";
import { renderTable } from "../../output/table/table.js";
import type { Look } from "../../output/text/look.js";
import type { Emphasis } from "../../output/text/paint.js";
import type { Alerts } from "../alerts.js";
import { CLOCKS } from "../changes.js";
import { byId, type Round } from "../round.js";
import { ALERT_COLUMN, SIGN_HEADING } from "./alert-column.js";
import { createBrush } from "./brush.js";

/** Options of the table of positions. */
export interface BoardOptions<Row> {
  /** Returns the view at a time of the service, in milliseconds since the epoch. */
  readonly viewAt: (now: number) => View<Position, Row>;
  /** Returns how a cell changed since the round before; undefined if it is not highlighted. */
  readonly movementOf: (
    column: Column<Row>,
    before: Row,
    after: Row,
    look: Look,
  ) => Emphasis | undefined;
  /** Keys of the columns; the view's own when undefined. */
  readonly columns: readonly string[] | undefined;
  readonly header: boolean;
  readonly alerts: Alerts | undefined;
}

export interface BoardContent {
  readonly round: Round;
  /** Round that the cells are compared with; undefined to highlight nothing. */
  readonly previous: Round | undefined;
  readonly sort: Sort | undefined;
  /** Keys of the only columns to show, those of the last board; as many as fit when undefined. */
  readonly steady?: readonly string[] | undefined;
}

/** A table as lines, for scrolling. */
export interface Board {
  readonly headings: readonly string[];
  readonly rows: readonly string[];
  /** Totals, the meaning of marks, and columns that do not fit. */
  readonly foot: readonly string[];
  /** Headings of the columns that do not fit. */
  readonly dropped: readonly string[];
  /** Keys of all shown columns; undefined without a table. */
  readonly shown: readonly string[] | undefined;
  /** Shown columns that can be sorted by. */
  readonly columns: readonly { readonly key: string; readonly header: string }[];
}

/** Draws the positions as a table that fits the width of the look. */
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
    const none = { headings: [], foot: [], dropped: [], columns: [], shown: undefined };
    return { ...none, rows: [view.empty] };
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
  foot.push(...linesOf(await renderSections(view.head?.(items) ?? [], look)));
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

/** Columns that only follow the clock, and are never highlighted. */
const CLOCK_COLUMNS: ReadonlySet<string> = new Set(["age_days", ...CLOCKS]);

/** Returns the rows and the emphasis of their cells; all cells of a new position are highlighted. */
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
  const { rank } = view;
  const isRanked = rank !== undefined && sort === undefined;
  for (const item of isRanked ? items.toSorted((a, b) => rank(a) - rank(b)) : items) {
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
      const past = view.isPast?.(row) === true ? "past" : undefined;
      if (known === undefined) return past;
      const old = before.get(row);
      if (old === undefined) return "changed";
      return (
        (CLOCK_COLUMNS.has(column.key) ? undefined : movementOf(column, old, row, look)) ?? past
      );
    },
  };
}

function linesOf(text: string): string[] {
  return text === "" ? [] : text.replace(/\n$/, "").split("\n");
}
