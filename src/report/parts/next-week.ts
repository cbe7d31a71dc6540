import { run7d, run24h, run30d } from "../../figures/catalog/funding.js";
import { ofPosition } from "../../figures/catalog/next.js";
import { exitFees } from "../../figures/catalog/position.js";
import type { Fig } from "../../figures/figure.js";
import { bookOfStatus } from "../../figures/next/book-of-status.js";
import type { PositionOf } from "../../figures/subjects.js";
import { element, type Markup } from "../../output/markup/element.js";
import { inSentence } from "../../output/text/format.js";
import { isEstimate } from "../../run/figure-field.js";
import { pairOfPosition } from "../../views/position/pair.js";
import { measure } from "../cells.js";
import { MOST_POSITIONS, type ReportData } from "../data.js";
import { aside, more, numbers, type PageColumn, part, table } from "../html.js";
import type { PageLook } from "../page-look.js";

/** Returns the funding of each position and what the next 7 days are likely to pay, what costs most first. */
export function nextWeekPart({ status }: ReportData, page: PageLook): Markup {
  const costs = (p: PositionOf) => run7d(p).value?.toNumber() ?? Number.POSITIVE_INFINITY;
  const all = bookOfStatus(status).members.toSorted((a, b) => costs(a) - costs(b));
  return part(
    "Next 7 days",
    table(all.slice(0, MOST_POSITIONS), columnsOf(page)),
    more(all.length - MOST_POSITIONS),
    aside(
      `Funding of each a day at today's size over each time, what the next 7 days are likely to pay with the range that is made to hold four times of five, and the exit fees, in ${page.amounts.named}.`,
    ),
  );
}

function columnsOf({ amounts, nameOf }: PageLook): PageColumn<PositionOf>[] {
  const column = (header: string, of: Fig<PositionOf>, isWide = false) =>
    numbers<PositionOf>(
      header,
      (p) => {
        const { value, evidence } = of(p);
        const { unit, signed = false } = of.spec;
        const isUsd = unit === "usd" || unit === "usd_per_day";
        if (!isUsd) return element("span", {}, inSentence("chance", value?.toFixed()));
        return measure({ value, unit, about: isEstimate(evidence) }, amounts, { signed });
      },
      isWide,
    );
  return [
    { header: "position", cell: ({ record }) => nameOf(record) },
    { header: "long/short", cell: ({ record }) => pairOfPosition(record), isWide: true },
    ...[column("24h", run24h, true), column("7d", run7d), column("30d", run30d, true)],
    ...[column("next 7d", ofPosition.next7d), column("from", ofPosition.low)],
    ...[column("to", ofPosition.high), column("chance", ofPosition.chance, true)],
    column("exit fees (est.)", exitFees, true),
  ];
}
