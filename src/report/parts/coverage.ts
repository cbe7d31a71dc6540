import { joinReasons } from "../../analytics/portfolio/joined.js";
import { isUnknown } from "../../analytics/position/reason.js";
import { element, type Markup } from "../../output/markup/element.js";
import { firstOf } from "../../output/text/first-of.js";
import { leftOutParts } from "../../views/figures.js";
import { asideLines } from "../../views/past/past-asides.js";
import { joinedText, notJudgedGroups } from "../../views/position/not-judged.js";
import { unknownFundingText } from "../../views/position/outlook-unknown.js";
import { reasonText } from "../../views/position/reasons.js";
import { MOST_POSITIONS, type ReportData } from "../data.js";
import { part } from "../html.js";
import type { PageLook } from "../page-look.js";

/** Returns what the figures depend on: times, what is unknown, and what is left out. */
export function coveragePart(data: ReportData, page: PageLook): Markup {
  const lines = [
    ...times(data, page),
    ...leftOut(data, page),
    ...notJudged(data, page),
    ...outlooks(data, page),
    ...history(data, page),
    "– is unknown, and never 0; (13 of 14) says how many are in a figure. * rests on a mark price or on figures that are too old, ~ is an estimate.",
    ...(page.amounts.isRedacted
      ? [
          "Redacted: each amount is in percent of the gross notional of all open positions, so that parts add up; sizes and ids are left out.",
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

function times({ status, outlooks, isWhole }: ReportData, { time }: PageLook): string[] {
  const { asOf } = outlooks.totals.runs["7d"];
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

function notJudged({ status }: ReportData, { nameOf }: PageLook): string[] {
  const { joined, apart } = joinReasons(status.notJudged, status.totals.positions);
  const { withoutLeverage, ignored, feesNotEarned, book } = status;
  const unknown = book.concerns.flatMap(({ reasons }) => reasons).filter(isUnknown);
  const ofBook = unknown.map((it) => reasonText(it));
  const fees = feesNotEarned.map(
    ({ position, days }) => `${nameOf(position)} ${days.value?.toFixed(1)} days to go`,
  );
  return [
    ...[...joined.map(joinedText), ...ofBook].map((text) => `Unknown: ${text}.`),
    ...notJudgedGroups(apart).map(
      ({ text, concerns }) => `${text}${firstOf(concerns.map((it) => nameOf(it.position)))}.`,
    ),
    ...(withoutLeverage === 0 ? [] : [`Margin unknown, no leverage: ${withoutLeverage}.`]),
    ...(fees.length === 0 ? [] : [`Fees not covered yet: ${firstOf(fees)}.`]),
    ...(ignored === 0 ? [] : [`Reasons left out by --ignore: ${ignored}.`]),
  ];
}

function outlooks({ outlooks: { outlooks: all } }: ReportData, { nameOf }: PageLook): string[] {
  const unknown = all.flatMap((outlook) => {
    const why = unknownFundingText(outlook);
    return why === undefined ? [] : [`${nameOf(outlook.position)}: ${why}`];
  });
  return unknown.length === 0
    ? []
    : [`Outlook unknown: ${firstOf(unknown, MOST_POSITIONS, "; ")}.`];
}

function history({ history: found }: ReportData, { nameOf }: PageLook): string[] {
  if (typeof found === "string") return [];
  const nameOfKept: Parameters<typeof asideLines>[1] = ({ positionId, asset }) =>
    nameOf({ position_id: positionId, asset });
  return asideLines(found.asides, nameOfKept).map((line) => `Over time, ${line}.`);
}
