import { run7d } from "../../figures/catalog/funding.js";
import { bookOfStatus } from "../../figures/next/book-of-status.js";
import { UNKNOWN } from "../../figures/unknown.js";
import { element, type Markup } from "../../output/markup/element.js";
import { firstOf } from "../../output/text/first-of.js";
import { leftOutParts } from "../../views/figures.js";
import { notJudgedLines } from "../../views/position/not-judged.js";
import { MOST_POSITIONS, type ReportData } from "../data.js";
import { part } from "../html.js";
import type { PageLook } from "../page-look.js";

/** Returns what the figures depend on: times, what is unknown, and what is left out. */
export function coveragePart(data: ReportData, page: PageLook): Markup {
  const lines = [
    ...times(data, page),
    ...leftOut(data, page),
    ...notJudgedLines(data.status, page.nameOf).map((line) => `${line}.`),
    ...unknownFunding(data, page),
    "– is unknown, and never 0; (13 of 14) says how many are in a figure. * rests on a mark price or on figures that are too old, ~ is an estimate; ≥ is at least, ≤ at most.",
    ...(page.amounts.isRedacted
      ? [
          "Redacted: each amount is in percent of the gross notional of all open positions, so that parts add up; sizes, ids and names of portfolios are left out.",
        ]
      : []),
  ];
  return part(
    "Coverage",
    element(
      "ul",
      {},
      lines.map((line) => element("li", {}, line)),
    ),
  );
}

function times({ status, isWhole }: ReportData, { time }: PageLook): string[] {
  const { asOf } = status.runs["7d"].perDay;
  return [
    `Performance as of ${time(status.asOf)}, the oldest of an open position; time of the service ${time(status.criteria.now)}.`,
    ...(asOf == null ? [] : [`Funding settled up to ${time(asOf)}.`]),
    ...(isWhole ? [] : ["A part of the data could not be fetched; what rests on it is unknown."]),
  ];
}

function leftOut({ status: { totals } }: ReportData, page: PageLook): string[] {
  const texts = totals.notInNetPnl.map((it) => {
    const name = page.nameOf(it);
    return [name, ...leftOutParts(it, page.amounts.money)].join(", ");
  });
  return texts.length === 0 ? [] : [`Not in net PnL: ${firstOf(texts, MOST_POSITIONS, "; ")}.`];
}

function unknownFunding({ status }: ReportData, { nameOf }: PageLook): string[] {
  const unknown = bookOfStatus(status).members.flatMap((p) => {
    const why = run7d(p).unknown;
    return why === undefined ? [] : [`${nameOf(p.record)}: ${UNKNOWN[why][0]}`];
  });
  return unknown.length === 0
    ? []
    : [`Funding unknown: ${firstOf(unknown, MOST_POSITIONS, "; ")}.`];
}
