import type { Group, PositionOf } from "../../figures/subjects.js";
import type { Column } from "../../output/table/column.js";
import { tableView } from "../../run/screen.js";
import { orderOf, tableOf, type ViewName } from "../../run/views.js";
import type { Alerts } from "../alerts.js";
import { type FittedPage, fitPage, type PageTable, type TableLook } from "./table.js";

/** Names of the pages, which are the views of `carry list`. */
export const TITLES: Readonly<Record<ViewName, string>> = {
  ...{ now: "Now", pnl: "PnL", funding: "Funding", risk: "Risk", next: "Next" },
};

/** Draws a page: a view of `carry list`, with the positions of alerts first. @param before the round before */
export function drawPage(
  view: ViewName,
  book: Group,
  before: Group | undefined,
  alerts: Pick<Alerts, "ids" | "saidOf">,
  how: TableLook,
): Promise<FittedPage> {
  const of = (it: Group) => pageTable(view, it, alerts);
  return fitPage(of(book), before && of(before), how);
}

function pageTable(
  view: ViewName,
  { members }: Group,
  { ids, saidOf }: Pick<Alerts, "ids" | "saidOf">,
): PageTable {
  const alerting = new Set(ids);
  const isQuiet = ({ record }: PositionOf) => Number(!alerting.has(record.position_id));
  const order = orderOf(view);
  const rows = members.toSorted((a, b) => isQuiet(a) - isQuiet(b) || order(a, b));
  const table = tableView(tableOf(view, rows));
  return { rows, view: { ...table, columns: table.columns.map((it) => withSaid(it, saidOf)) } };
}

/** Puts what rules of a file found before why a position needs attention. */
function withSaid(column: Column<PositionOf>, saidOf: Alerts["saidOf"]): Column<PositionOf> {
  if (column.key !== "why") return column;
  const textOf = (p: PositionOf) => {
    const own = column.value(p);
    return [...saidOf(p.record.position_id), ...(own ? [String(own)] : [])].join("; ");
  };
  return { ...column, value: textOf, texts: (p) => [textOf(p)] };
}
