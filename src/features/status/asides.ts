import type { PortfolioStatus } from "../../analytics/portfolio/status.js";
import type { Handles } from "../../base/names/handle.js";
import { doubtsText, leftOutTotals } from "../../views/figures.js";
import { netLines } from "../../views/net-exposure.js";
import { notJudgedLines } from "../../views/position/not-judged.js";

/** Returns notes, a line each: net exposures, and the lines of {@link notJudgedLines}. */
export function asideNotes(status: PortfolioStatus, handles: Handles): string[] {
  return [...netLines(status.totals, handles.of), ...notJudgedLines(status, handles.of)];
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
