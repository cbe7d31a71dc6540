import { joinReasons } from "../../analytics/portfolio/joined.js";
import type { PortfolioStatus } from "../../analytics/portfolio/status.js";
import { isUnknown } from "../../analytics/position/reason.js";
import type { Handles } from "../../base/names/handle.js";
import { counted } from "../../output/text/counted.js";
import { firstOf } from "../../output/text/first-of.js";
import { doubtsText, leftOutTotals } from "../../views/figures.js";
import { netLines } from "../../views/net-exposure.js";
import { joinedText, notJudgedGroups } from "../../views/position/not-judged.js";
import { reasonText } from "../../views/position/reasons.js";

/** Returns notes, a line each: checks that could not be made, fees not covered yet, and ignored reasons. */
export function asideNotes(
  { notJudged, totals, withoutLeverage, feesNotEarned, ignored, book, criteria }: PortfolioStatus,
  handles: Handles,
): string[] {
  const { joined, apart } = joinReasons(notJudged, totals.positions);
  const ofBook = book.concerns.flatMap(({ reasons }) => reasons).filter(isUnknown);
  const shared = [...joined.map(joinedText), ...ofBook.map((it) => reasonText(it))];
  const days = feesNotEarned.map(
    ({ position, days }) => `${handles.of(position)} ${days.value?.toFixed(1)} days to go`,
  );
  const codes = new Set(criteria.limits.ignore.map(({ code }) => code));
  return [
    ...netLines(totals, handles.of),
    ...shared.map((text) => `Unknown: ${text}`),
    ...notJudgedGroups(apart).map(
      ({ text, concerns }) => text + firstOf(concerns.map((it) => handles.of(it.position))),
    ),
    ...(withoutLeverage === 0
      ? []
      : [`Margin unknown, no leverage: ${counted(withoutLeverage, "position")}`]),
    ...(days.length === 0 ? [] : [`Fees not covered yet: ${firstOf(days)}`]),
    ...(ignored === 0 ? [] : [`Ignored: ${counted(ignored, "reason")} (${[...codes].join(", ")})`]),
  ];
}

/** Returns the same, after what is left out of the net PnL and the doubts about the totals. */
export function asideLines(status: PortfolioStatus, handles: Handles): string[] {
  return [...totalsLines(status, handles), ...asideNotes(status, handles)];
}

/** Returns the asides as counts, for a low screen. */
export function countedAsides(status: PortfolioStatus, handles: Handles): string[] {
  const { notJudged, feesNotEarned, withoutLeverage, ignored } = status;
  const counts = [
    { count: notJudged.length, text: "unknown in part" },
    { count: withoutLeverage, text: "without leverage" },
    { count: feesNotEarned.length, text: "with fees not covered yet" },
    { count: ignored, text: ignored === 1 ? "reason ignored" : "reasons ignored" },
  ].filter(({ count }) => count > 0);
  const text = counts.map((it) => `${it.count} ${it.text}`).join(", ");
  return [
    ...totalsLines(status, handles, 1),
    ...netLines(status.totals, handles.of, 1),
    ...(counts.length === 0 ? [] : [`${text}: carry status --all`]),
  ];
}

function totalsLines({ totals }: PortfolioStatus, handles: Handles, most?: number): string[] {
  const leftOut = leftOutTotals(totals, handles, most);
  const doubts = doubtsText({ ...totals, stale: 0 }); // those are counted by reason
  return [
    ...leftOut.flat().map(({ label, value }) => `${label} ${value}`),
    ...(doubts === undefined ? [] : [`In the totals: ${doubts}`]),
  ];
}
