import { joinReasons } from "../../analytics/portfolio/joined.js";
import {
  allNotJudged,
  bookAttention,
  type PortfolioStatus,
} from "../../analytics/portfolio/status.js";
import type { Concern } from "../../analytics/position/reason.js";
import { severityOf, stakeOf } from "../../analytics/position/stake.js";
import { type Content, element, type Markup } from "../../output/markup/element.js";
import { joinedText } from "../../views/position/not-judged.js";
import { pairOfPosition } from "../../views/position/pair.js";
import { reasonCounts, SEVERITY_TONES } from "../../views/position/reason-counts.js";
import { reasonText } from "../../views/position/reasons.js";
import type { Amounts } from "../amounts.js";
import { measure } from "../cells.js";
import { MOST_POSITIONS, type ReportData } from "../data.js";
import { more, numbers, part, table } from "../html.js";
import type { PageLook } from "../page-look.js";

/** Returns the positions that need attention, worst first, with the reasons. */
export function attentionPart({ status }: ReportData, page: PageLook): Markup {
  const { attention, totals } = status;
  const ofBook = bookAttention(status).map((it) => reasonText(it, undefined, page.amounts.reasons));
  if (attention.length + ofBook.length === 0) {
    const text =
      allNotJudged(status).length === 0
        ? "No open position needs attention."
        : "As far as known, no open position needs attention. Coverage names the unknown ones.";
    return part("Attention", element("p", {}, text));
  }
  const { amounts } = page;
  const { joined, apart } = joinReasons(attention, totals.positions);
  const rest = apart.length - MOST_POSITIONS;
  return part(
    `${attention.length} of ${totals.positions} ${attention.length === 1 ? "needs" : "need"} attention, worst first`,
    amounts.isRedacted ? undefined : element("p", {}, countsOf(status)),
    [...ofBook, ...joined.map(joinedText)].map((text) => element("p", {}, text)),
    apart.length === 0 ? undefined : concernTable(apart.slice(0, MOST_POSITIONS), page),
    more(rest),
  );
}

/** Returns the positions counted by reason, as status does. */
function countsOf(status: PortfolioStatus): Content {
  return reasonCounts(status, { unicode: true }).map(({ text, tone }, at) => [
    at === 0 ? "" : " · ",
    element("span", { class: tone }, text),
  ]);
}

/** Returns the class of the severity of a position's gravest reason. */
function gravityOf({ reasons: [gravest] }: Concern): string | undefined {
  return gravest === undefined ? undefined : SEVERITY_TONES[severityOf(gravest)];
}

function stakeCell({ position, reasons: [gravest] }: Concern, amounts: Amounts): Content {
  if (gravest === undefined) return undefined;
  const { unit, ...stake } = stakeOf(position, gravest);
  return [
    measure({ ...stake, unit }, amounts, { signed: false, isCounted: false }),
    unit === "usd_per_day" ? "/d" : "",
  ];
}

function concernTable(concerns: readonly Concern[], { amounts, nameOf }: PageLook): Markup {
  return table(concerns, [
    {
      header: "position",
      cell: (it) => element("span", { class: gravityOf(it) }, nameOf(it.position)),
    },
    { header: "long/short", cell: ({ position }) => pairOfPosition(position), isWide: true },
    numbers("at stake", (it) => stakeCell(it, amounts)),
    {
      header: "why",
      cell: ({ position, reasons }) =>
        element(
          "ul",
          {},
          reasons.map((reason) => element("li", {}, reasonText(reason, position, amounts.reasons))),
        ),
    },
  ]);
}
