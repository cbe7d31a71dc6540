import { POSITION_CATALOG } from "../../figures/catalog/catalog.js";
import { allCauses, causesOf, type Found } from "../../figures/catalog/causes.js";
import { name } from "../../figures/catalog/position.js";
import { isFigure } from "../../figures/figure.js";
import type { Group, PositionOf } from "../../figures/subjects.js";
import type { Column } from "../../output/table/column.js";
import type { Look } from "../../output/text/look.js";
import { whySection } from "../../run/foot.js";
import { tableView } from "../../run/screen.js";
import { orderOf, tableOf, type ViewName } from "../../run/views.js";
import type { Alerts } from "../alerts.js";
import type { ShownData } from "./data.js";
import { type FittedPage, fitPage, type PageTable, type TableLook } from "./table.js";

/** Names of the pages, which are the views of `carry list`. */
export const TITLES: Readonly<Record<ViewName, string>> = {
  ...{ now: "Now", pnl: "PnL", funding: "Funding", risk: "Risk", next: "Next" },
};

/** Draws a page: a view of `carry list`, with the positions of alerts first. @param before the round before */
export function drawPage(
  view: ViewName,
  { book, whole: { empty } }: ShownData,
  before: Group | undefined,
  alerts: Pick<Alerts, "rulesOf" | "saidOf">,
  how: TableLook,
): Promise<FittedPage> {
  const of = (it: Group) => pageTable(view, it, alerts);
  const { view: shown, rows } = of(book);
  return fitPage({ view: { ...shown, empty }, rows }, before && of(before), how);
}

/** Returns which of the shown figures are estimates or unknown, and why: a line for each position that has any. */
export async function doubtLines(
  { shown }: Pick<FittedPage, "shown">,
  { members }: Group,
  look: Look,
): Promise<readonly string[]> {
  const figures = POSITION_CATALOG.filter(isFigure).filter(({ id }) => shown.includes(id));
  const text = await whySection(members, figures, name).render(look);
  return text.split("\n").filter((line) => line !== "");
}

function pageTable(
  view: ViewName,
  { members }: Group,
  { rulesOf, saidOf }: Pick<Alerts, "rulesOf" | "saidOf">,
): PageTable {
  const isAlerting = (p: PositionOf) => {
    const { position_id: id } = p.record;
    const has = (all: readonly Found[], rule: string) => all.some(({ cause }) => cause === rule);
    const isAcknowledged = (rule: string) => has(allCauses(p), rule) && !has(causesOf(p), rule);
    return saidOf(id).length > 0 || !rulesOf(id).every(isAcknowledged);
  };
  const inOrder = members.toSorted(orderOf(view));
  const alerting = new Set(inOrder.filter(isAlerting));
  const rows = [...alerting, ...inOrder.filter((p) => !alerting.has(p))];
  const table = tableView(tableOf(view, rows));
  const isSaid = rows.some(({ record }) => saidOf(record.position_id).length > 0);
  const columns = isSaid ? table.columns.map((it) => withSaid(it, saidOf)) : table.columns;
  return { rows, view: { ...table, columns } };
}

/** Maximum number of characters of why, which takes the place of figures. */
const MOST_WHY = 40;

/** Puts what rules of a file found, of any length, before why a position needs attention. */
function withSaid(column: Column<PositionOf>, saidOf: Alerts["saidOf"]): Column<PositionOf> {
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
