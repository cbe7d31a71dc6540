import { Big } from "big.js";
import type { History, HistoryPoint } from "../../analytics/portfolio/history.js";
import type { PartName } from "../../analytics/portfolio/parts.js";
import { DAY_MS } from "../../base/time/periods.js";
import { type Content, element, type Markup } from "../../output/markup/element.js";
import { drawChart } from "../../output/svg/chart.js";
import { historyPlots } from "../../views/past/history.js";
import { money } from "../cells.js";
import type { ReportData } from "../data.js";
import { aside, CHART_WIDTH, figure, numbers, part, table } from "../html.js";
import type { PageLook } from "../page-look.js";

const TITLE = "Net PnL over time";

const code = (line: string) => element("code", {}, line);

const WHY_NOT: Readonly<Record<Exclude<ReportData["history"], History>, Content>> = {
  "no archive": [
    "Nothing is recorded of this portfolio. With ",
    code("carry archive sync"),
    " this part shows the net PnL over time.",
  ],
  "too few snapshots": [
    "Fewer than two snapshots are recorded in this range; ",
    code("carry archive sync"),
    " takes one each hour.",
  ],
  "not readable": "The archive could not be read for this portfolio.",
};

/** Returns the net PnL over time from the archive, with its parts. */
export function historyPart({ history }: ReportData, page: PageLook): Markup {
  if (typeof history === "string") return part(TITLE, element("p", {}, WHY_NOT[history]));
  const { amounts } = page;
  const plots = historyPlots(history).map(amounts.plot);
  const chart = drawChart(plots, { width: CHART_WIDTH, plotHeight: 110 }, page.zone);
  const { fall, coveredHours, wantedHours, points } = history;
  const when =
    fall.from === undefined || fall.to === undefined
      ? ""
      : ` from ${page.time(fall.from)} to ${page.time(fall.to)}`;
  const first = points[0]?.at;
  return part(
    TITLE,
    chart === undefined
      ? element("p", {}, "No snapshot has a net PnL.")
      : figure(chart, "net PnL since the first snapshot, and its parts", dayTable(history, page)),
    aside(
      `Since the snapshot of ${first === undefined ? "–" : page.time(first)}; max drawdown ${amounts.money(fall.amount)}${when}; ${Math.round(coveredHours)} of ${Math.round(wantedHours)} hours recorded. PnL of the positions, not account equity.`,
    ),
  );
}

/** Returns the last snapshot of each UTC day. */
function lastOfDays(points: readonly HistoryPoint[]): HistoryPoint[] {
  const dayOf = ({ at }: HistoryPoint) => Math.floor(at / DAY_MS);
  return points.filter((point, index) => {
    const next = points[index + 1];
    return next === undefined || dayOf(next) !== dayOf(point);
  });
}

function dayTable({ points }: History, { amounts, time }: PageLook): Markup {
  const sumOf =
    (...names: readonly PartName[]) =>
    ({ parts }: HistoryPoint) =>
      money(parts && names.reduce((sum, name) => sum.plus(parts[name]), new Big(0)), amounts);
  return table(
    lastOfDays(points),
    [
      { header: "snapshot", cell: ({ at }) => time(at) },
      numbers("net PnL", sumOf("net_pnl")),
      numbers("funding", sumOf("funding_pnl")),
      numbers("price PnL", sumOf("spread_realized", "spread_unrealized")),
      numbers("fees", sumOf("fees_paid", "fees_estimated_exit"), true),
      numbers("open", ({ open }) => String(open), true),
    ],
    "the last snapshot of each day",
  );
}
