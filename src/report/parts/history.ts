import { Big } from "big.js";
import { addParts, NO_PARTS, type PartName, type Parts } from "../../analytics/portfolio/parts.js";
import { periodReturn } from "../../figures/catalog/period.js";
import type { Period, Periods } from "../../figures/period/periods.js";
import type { ChartPoint } from "../../output/chart/layout/columns.js";
import type { Plot } from "../../output/chart/layout/plot.js";
import { type Content, element, type Markup } from "../../output/markup/element.js";
import { drawChart } from "../../output/svg/chart.js";
import { inSentence } from "../../output/text/format.js";
import { money } from "../cells.js";
import type { PastLooks, ReportData } from "../data.js";
import { aside, CHART_WIDTH, figure, numbers, part, table } from "../html.js";
import type { PageLook } from "../page-look.js";

const TITLE = "Net PnL over time";

const WHY_NOT: Readonly<Record<Exclude<ReportData["history"], PastLooks>, Content>> = {
  "no archive": [
    "Fewer than two looks at this portfolio are recorded. With ",
    element("code", {}, "carry profile set record on"),
    " this part shows the net PnL over time.",
  ],
  "not readable": "The archive could not be read for this portfolio.",
};

/** Returns the net PnL between looks, with its parts. */
export function historyPart({ history }: ReportData, page: PageLook): Markup {
  if (typeof history === "string") return part(TITLE, element("p", {}, WHY_NOT[history]));
  const { looks, days } = history;
  const { totals } = looks;
  const plots = plotsOf(looks).map(page.amounts.plot);
  const chart = drawChart(plots, { width: CHART_WIDTH, plotHeight: 110 }, page.zone);
  const share = inSentence("percent", periodReturn(totals).value?.toFixed(), true);
  const counted =
    totals.counted === totals.of ? "" : `; ${totals.counted} of ${totals.of} positions`;
  return part(
    TITLE,
    chart === undefined
      ? element("p", {}, "No look has a net PnL.")
      : figure(chart, "net PnL since the first look, and its parts", dayTable(days, page)),
    aside(
      `From ${page.time(totals.from)} to ${page.time(totals.to)}: ${page.amounts.money(totals.parts.net_pnl)}, ${share} of what was held on average${counted}. PnL of the positions, not account equity.`,
    ),
  );
}

/** Returns plots of the net PnL and of its parts, added up from look to look. */
function plotsOf({ rows }: Periods): Plot[] {
  let sum: Parts = NO_PARTS;
  const levels = rows.map(({ from, to, parts }) => {
    sum = addParts(sum, parts);
    return { from, to, parts: sum };
  });
  const drawn = (...names: readonly PartName[]): ChartPoint[] =>
    levels.map(({ from, to, parts }) => {
      const value = names.reduce((total, name) => total + parts[name].toNumber(), 0);
      return { from, to, value };
    });
  const shared = { combine: "last", unit: "usd", gap: "not recorded" } as const;
  return [
    {
      title: "net PnL of the positions, cumulative, USD",
      series: [{ label: "net PnL", points: drawn("net_pnl") }],
      ...shared,
    },
    {
      title: "its parts; fees lower it",
      series: [
        { label: "funding", points: drawn("funding_pnl") },
        { label: "price PnL", points: drawn("spread_realized", "spread_unrealized") },
        {
          label: "fees paid and exit fees (est.)",
          points: drawn("fees_paid", "fees_estimated_exit"),
        },
      ],
      ...shared,
    },
  ];
}

function dayTable({ rows }: Periods, { amounts, time }: PageLook): Markup {
  const sumOf =
    (...names: readonly PartName[]) =>
    ({ parts }: Period) =>
      money(
        names.reduce((sum, name) => sum.plus(parts[name]), new Big(0)),
        amounts,
      );
  return table(
    rows,
    [
      { header: "to", cell: ({ to }) => time(to) },
      numbers("net PnL", sumOf("net_pnl")),
      numbers("funding", sumOf("funding_pnl")),
      numbers("price PnL", sumOf("spread_realized", "spread_unrealized")),
      numbers("fees", sumOf("fees_paid", "fees_estimated_exit"), true),
    ],
    "what was made by day, between the last looks of each",
  );
}
