import { OUTLOOK_WINDOWS, type Outlook } from "../../analytics/funding/outlook.js";
import { element, type Markup } from "../../output/markup/element.js";
import { stateCounts } from "../../views/position/outlook-unknown.js";
import { pairOfPosition } from "../../views/position/pair.js";
import { measure } from "../cells.js";
import { MOST_POSITIONS, type ReportData } from "../data.js";
import { aside, more, numbers, type PageColumn, part, table } from "../html.js";
import type { PageLook } from "../page-look.js";

/** Returns the outlook of each position, those that have turned first. */
export function outlookPart({ outlooks }: ReportData, page: PageLook): Markup {
  const rest = outlooks.outlooks.length - MOST_POSITIONS;
  return part(
    "Outlook",
    element("p", { class: "soft" }, stateCounts(outlooks)),
    table(outlooks.outlooks.slice(0, MOST_POSITIONS), columnsOf(page)),
    more(rest),
    aside(
      `Funding of each a day at today's size over each time, its worst 7 days in a row of 30, and the exit fees, in ${page.amounts.named}. Past funding, not a forecast.`,
    ),
  );
}

function columnsOf({ amounts, nameOf }: PageLook): PageColumn<Outlook>[] {
  return [
    { header: "position", cell: ({ position }) => nameOf(position) },
    { header: "long/short", cell: ({ position }) => pairOfPosition(position), isWide: true },
    {
      header: "state",
      cell: ({ state, unknown }) => state ?? (unknown?.code === "month_unknown" ? "30d –" : "–"),
    },
    ...OUTLOOK_WINDOWS.map((window) =>
      numbers(
        window,
        (it: Outlook) => measure(it.runs[window].perDay, amounts, { isCounted: false }),
        window === "3d" || window === "30d",
      ),
    ),
    numbers("worst 7d", (it) => measure(it.worstWeek, amounts, { isCounted: false }), true),
    numbers("exit fees (est.)", ({ leaving }) => measure(leaving, amounts, { signed: false })),
  ];
}
