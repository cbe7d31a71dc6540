import { pairOf } from "../../analytics/portfolio/groups.js";
import { joinReasons } from "../../analytics/portfolio/joined.js";
import { allNotJudged, bookAttention } from "../../analytics/portfolio/status.js";
import type { Concern } from "../../analytics/position/reason.js";
import { decimal } from "../../base/decimal.js";
import { element, type Markup } from "../../output/markup/element.js";
import { joinedText } from "../../views/position/not-judged.js";
import { reasonText } from "../../views/position/reasons.js";
import { money } from "../cells.js";
import { MOST_POSITIONS, type ReportData } from "../data.js";
import { more, numbers, part, table } from "../html.js";
import type { PageLook } from "../page-look.js";

/** Returns what needs attention, worst first, with the reasons. */
export function attentionPart({ status }: ReportData, page: PageLook): Markup {
  const { attention, totals } = status;
  const ofBook = bookAttention(status).map((it) => reasonText(it, undefined, page.amounts.reasons));
  if (attention.length + ofBook.length === 0) {
    const text =
      allNotJudged(status).length === 0
        ? "No open position needs attention."
        : "As far as can be judged, no open position needs attention. What cannot be judged is named under Coverage.";
    return part("Attention", element("p", {}, text));
  }
  const { joined, apart } = joinReasons(attention, totals.positions);
  const rest = apart.length - MOST_POSITIONS;
  return part(
    `${attention.length} of ${totals.positions} ${attention.length === 1 ? "needs" : "need"} attention, worst first`,
    [...ofBook, ...joined.map(joinedText)].map((text) => element("p", {}, text)),
    apart.length === 0 ? undefined : concernTable(apart.slice(0, MOST_POSITIONS), page),
    more(rest),
  );
}

function concernTable(concerns: readonly Concern[], { amounts, nameOf }: PageLook): Markup {
  return table(concerns, [
    { header: "position", cell: ({ position }) => nameOf(position) },
    { header: "long/short", cell: ({ position }) => pairOf(position.legs), isWide: true },
    numbers("net PnL", ({ position }) =>
      money(decimal(position.performance?.net_pnl ?? null), amounts),
    ),
    {
      header: "because",
      cell: ({ position, reasons }) =>
        element(
          "ul",
          {},
          reasons.map((reason) => element("li", {}, reasonText(reason, position, amounts.reasons))),
        ),
    },
  ]);
}
