import type { FundingDay } from "../../analytics/funding/funding-rows.js";
import { SHOWN_WINDOWS } from "../../analytics/funding/shown-runs.js";
import { DAY_MS } from "../../base/time/periods.js";
import type { Plot } from "../../output/chart/layout/plot.js";
import { element, type Markup } from "../../output/markup/element.js";
import { drawChart } from "../../output/svg/chart.js";
import { inSentence } from "../../output/text/format.js";
import type { Amounts } from "../amounts.js";
import { measure, money } from "../cells.js";
import type { ReportData } from "../data.js";
import { aside, CHART_WIDTH, figure, numbers, part, table } from "../html.js";
import type { PageLook } from "../page-look.js";

/** Returns the funding of the portfolio: a day at today's size, and what was settled. */
export function paidPart(data: ReportData, page: PageLook): Markup {
  const { funding, status } = data;
  const { amounts } = page;
  const end = status.criteria.now;
  const plots = plotsOf(funding.days, end).map(amounts.plot);
  const chart = drawChart(plots, { width: CHART_WIDTH, plotHeight: 110 }, page.zone);
  const { sum } = funding;
  const isNone = funding.days.length === 0 && sum.counted === sum.of;
  const rest = sum.counted === sum.of ? "" : ` of ${sum.counted} of ${sum.of} positions`;
  return part(
    "Funding",
    table(
      [status.runs],
      [
        { header: "over", cell: () => "a day" },
        ...SHOWN_WINDOWS.map((window) =>
          numbers(window, (it: Runs) => measure(it[window].perDay, amounts, { isCounted: false })),
        ),
      ],
    ),
    aside(`At today's size${countsOf(status.runs)}.`),
    chart === undefined
      ? element(
          "p",
          {},
          isNone ? "No funding was settled in this range." : "The settled funding is unknown.",
        )
      : figure(chart, "settled funding by day, and its sum", dayTable(funding.days, amounts)),
    aside(
      `Settled since ${page.time(funding.start)}${rest}, at today's size and since each was opened; ${eventsText(funding.events)}. Past funding, not a forecast.`,
    ),
  );
}

type Runs = ReportData["status"]["runs"];

/** `, 12 of 14 positions` where not all are counted. */
function countsOf(runs: Runs): string {
  const counts = new Set(SHOWN_WINDOWS.map((window) => runs[window].perDay.counted));
  const { counted, of } = runs["24h"].perDay;
  if (counts.size === 1) return counted === of ? "" : `, ${counted} of ${of} positions`;
  const parts = SHOWN_WINDOWS.map((window) => `${runs[window].perDay.counted} over ${window}`);
  return `, of ${of} positions ${parts.join(", ")}`;
}

function eventsText({ counted, of }: { readonly counted: number; readonly of: number }): string {
  const number = (value: number) => inSentence("integer", value);
  return counted === of ? `${number(of)} events` : `${number(counted)} of ${number(of)} events`;
}

function plotsOf(days: readonly FundingDay[], end: number): Plot[] {
  const points = (value: (day: FundingDay) => number | null) =>
    days.map((day) => ({
      from: day.day,
      to: Math.min(day.day + DAY_MS, end),
      value: value(day),
    }));
  const shared = { combine: "last", unit: "usd" } as const;
  return [
    {
      title: "settled funding by UTC day, USD",
      series: [{ label: "funding", points: points(({ usd }) => usd?.toNumber() ?? null) }],
      ...shared,
      isPerSpan: true,
    },
    {
      title: "cumulative, USD",
      series: [
        { label: "funding", points: points(({ cumulative }) => cumulative?.toNumber() ?? null) },
      ],
      ...shared,
    },
  ];
}

function dayTable(days: readonly FundingDay[], amounts: Amounts): Markup {
  return table(days, [
    { header: "UTC day", cell: ({ day }) => new Date(day).toISOString().slice(0, 10) },
    numbers("long", ({ long }) => money(long, amounts), true),
    numbers("short", ({ short }) => money(short, amounts), true),
    numbers("funding", ({ usd }) => money(usd, amounts)),
    numbers("cumulative", ({ cumulative }) => money(cumulative, amounts)),
    numbers("events", ({ counted, of }) => (counted === of ? String(of) : `${counted} of ${of}`)),
  ]);
}
