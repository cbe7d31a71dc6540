import { isoTime } from "../../base/time/moment.js";
import { POSITION_CATALOG, REASONS, WHO } from "../../figures/catalog/catalog.js";
import { severity } from "../../figures/catalog/causes.js";
import { rate7d, run7d, run24h, run30d } from "../../figures/catalog/funding.js";
import { ofPosition as next } from "../../figures/catalog/next.js";
import * as period from "../../figures/catalog/period.js";
import * as position from "../../figures/catalog/position.js";
import { isFigure } from "../../figures/figure.js";
import type { Period } from "../../figures/period/periods.js";
import type { Group, PositionOf } from "../../figures/subjects.js";
import type { View } from "../../output/table/column.js";
import { renderSections, textSection } from "../../output/table/page.js";
import type { Look, Section } from "../../output/text/look.js";
import { whySection } from "../../run/screen/foot.js";
import { headLine } from "../../run/screen/heading.js";
import {
  BARS,
  fees,
  nameColumns,
  pairColumn,
  shortNames,
  whyColumn,
} from "../../run/screen/position-columns.js";
import { column, type Table, tableView } from "../../run/screen/screen.js";
import { causeSection, headOf } from "./head.js";

const { exitFees, name, nearestAway, netPnl, size, unhedged } = position;

/** What a status shows. */
export interface Shown {
  readonly book: Group;
  readonly rows: readonly PositionOf[];
  readonly since: Period | undefined;
  /** Whether every row is shown, whatever the height. */
  readonly all: boolean;
  /** Whether each estimate and unknown figure is explained. */
  readonly why: boolean;
}

const RUN = [run24h, run7d, run30d, rate7d];
const NEXT_WEEK = [next.next7d, next.low, next.high, next.chance];

/** Returns the table of the positions that need attention. */
export function tableOf(book: readonly PositionOf[]): Table<PositionOf> {
  const nameOf = shortNames(book);
  return {
    who: WHO,
    figures: [size, unhedged, ...RUN, ...NEXT_WEEK, netPnl, exitFees, nearestAway, ...REASONS],
    catalog: POSITION_CATALOG,
    columns: [
      ...nameColumns(book),
      pairColumn(nameOf),
      column(size, { priority: 1 }),
      column(run7d),
      { ...BARS, priority: 4 },
      column(run24h, { isOptional: true, priority: 3 }),
      column(netPnl),
      { ...fees(exitFees, 5), isOptional: true },
      whyColumn(nameOf),
    ],
    empty: "No positions need attention.",
  };
}

/** Lines that a screen leaves for the prompt. */
const LEFT = 1;
/** Assumed height of a terminal of unknown height. */
const ASSUMED = 24;
const LEAST_SHOWN = 3;

/** Returns the view of a status: a page cut to the height of the terminal; as rows what needs attention. */
export function statusView(shown: Shown): View<PositionOf> {
  const table = tableOf(shown.book.members);
  return tableView(table, { page: () => [{ render: (look) => pageOf(shown, table, look) }] });
}

async function pageOf(shown: Shown, table: Table<PositionOf>, look: Look): Promise<string> {
  const { book, rows, since, all, why } = shown;
  const head = await renderSections(headOf(book, since), look);
  if (rows.length === 0) return `${head}\n${await verdict(book).render(look)}`;
  const causes = await causeSection(book).render(look);
  const above = `${head}\n${causes}\n`;
  const figures = table.catalog.filter(isFigure);
  const below = why ? await whySection(rows, figures, name).render(look) : "";
  const isWhole = all || look.width === undefined;
  const room = (look.height ?? ASSUMED) - LEFT - 2 - linesIn(above) - linesIn(below);
  const some = isWhole ? rows : rowsThatFit(rows, Math.max(LEAST_SHOWN, room));
  const { renderTable } = await import("../../output/table/table.js");
  const body = await renderTable(some, table.columns, look);
  const rest = rows.length - some.length;
  const next = `carry get ${name(some[0] ?? (rows[0] as PositionOf))}`;
  const last = headLine(
    rest === 0 ? "" : `${rest} more: --all`,
    look.width === undefined ? "" : next,
    "label",
  );
  const foot = rest === 0 && look.width === undefined ? "" : await last.render(look);
  return above + body.text + below + foot;
}

function linesIn(text: string): number {
  return text.split("\n").length - 1;
}

/** Chooses the first rows for which there is room, at least half of them rows that cost money. */
function rowsThatFit(rows: readonly PositionOf[], room: number): readonly PositionOf[] {
  if (rows.length <= room) return rows;
  const critical = rows.filter((p) => severity(p) === "critical");
  const others = rows.filter((p) => severity(p) !== "critical");
  const first = critical.slice(0, Math.max(room - others.length, Math.floor(room / 2)));
  return [...first, ...others.slice(0, room - first.length)];
}

function verdict({ members }: Group): Section {
  if (members.length === 0) return textSection("All well: no open positions.", "heading");
  const none =
    members.length === 1
      ? "the open position needs no"
      : `none of ${members.length} positions needs`;
  return textSection(`All well: ${none} attention.`, "heading");
}

/** What changed since the look of a day ago, in data. */
export function sinceData(since: Period | undefined) {
  return (
    since && {
      from: isoTime(since.from),
      to: isoTime(since.to),
      net_pnl: period.periodNet(since).value,
      funding_pnl: period.periodFunding(since).value,
      spread_pnl: period.periodPrice(since).value,
      fees_paid: period.periodFees(since).value,
      fees_estimated_exit: period.periodExit(since).value,
    }
  );
}
