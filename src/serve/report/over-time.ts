import { DAY_MS } from "../../base/time/periods.js";
import { type FundingDay, fundingDays, run30dOf } from "../../figures/catalog/group.js";
import { PERIOD_FIGURES } from "../../figures/catalog/period.js";
import type { Period } from "../../figures/period/periods.js";
import type { Group } from "../../figures/subjects.js";
import { drawPicture } from "../../output/chart/picture.js";
import type { Plot } from "../../output/chart/plot.js";
import { type Content, element, type Markup } from "../../output/text/markup.js";
import { countedText } from "../../run/screen/heading.js";
import { pnlPlots, pnlTable } from "../../run/screen/pnl-table.js";
import {
  aside,
  CHART_WIDTH,
  figure,
  type Own,
  part,
  type ReportData,
  table,
  tiles,
} from "./html.js";
import type { Writing } from "./writing.js";

const SIZE = { width: CHART_WIDTH, plotHeight: 110 };

/** When a row ends. */
const TO: Own<{ readonly to: number }> = {
  head: "to",
  cell: ({ to }, writing) => writing.time(to),
};

const FUNDING: Own<FundingDay> = {
  head: "funding",
  isNumber: true,
  cell: ({ funding }, writing) => writing.amount(funding, "money", true),
};

/** Returns the funding of each of the last 30 times 24 hours. */
export function fundingPart(book: Group, writing: Writing): Markup {
  const days = fundingDays(book);
  if (days.length === 0) {
    return part("Funding by day", element("p", {}, "Less than 30 days of funding are known."));
  }
  const points = days.map(({ to, funding }) => {
    return { from: to - DAY_MS, to, value: funding?.toNumber() ?? null };
  });
  const plot: Plot = {
    title: "funding of each 24 hours, USD",
    series: [{ label: "funding", points }],
    combine: "last",
    unit: "usd",
    isPerSpan: true,
    gap: "unknown",
  };
  const chart = drawPicture([writing.plot(plot)], SIZE, writing.zone);
  const count = countedText(run30dOf(book));
  return part(
    `Funding by day, ${writing.named}`,
    figure(chart, "funding by day", table(days, [TO, FUNDING], writing)),
    aside(`At today's sizes${count === "" ? "" : `, of ${count}`}. Past funding, not a forecast.`),
  );
}

const WHY_NOT: Readonly<Record<Exclude<ReportData["past"], object>, Content>> = {
  "no looks": [
    "Fewer than two looks at this portfolio are recorded. With ",
    element("code", {}, "carry profile set record on"),
    " this part shows the net PnL over time.",
  ],
  "not readable": "The archive could not be read for this portfolio.",
};

/** Returns what was made between looks, by day. */
export function pastPart({ past }: ReportData, writing: Writing): Markup {
  const title = "Net PnL over time";
  if (typeof past === "string") return part(title, element("p", {}, WHY_NOT[past]));
  const { rows, totals, nameOf } = past;
  const plots = pnlPlots({ rows, by: "day" }).map((it) => writing.plot(it));
  const values = table<Period>(
    rows,
    [TO, ...pnlTable("day", { rows, nameOf }).figures],
    writing,
    "what was made by day, between the last looks of each",
  );
  const span = `${writing.time(totals.from)} to ${writing.time(totals.to)}`;
  const counted = totals.counted === totals.of ? "" : `${totals.counted} of ${totals.of}`;
  return part(
    `${title}, ${writing.named}`,
    tiles(span, totals, PERIOD_FIGURES, writing, counted),
    figure(
      drawPicture(plots, SIZE, writing.zone),
      "net PnL by day and since the first look",
      values,
    ),
    aside("PnL of the positions, not account equity."),
  );
}
