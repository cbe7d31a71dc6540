import { OUTLOOK_WINDOWS, type Outlook } from "../../analytics/funding/outlook.js";
import { pairOf } from "../../analytics/portfolio/groups.js";
import { element, type Markup } from "../../output/markup/element.js";
import { stateCounts } from "../../views/position/outlook-unknown.js";
import { measure } from "../cells.js";
import { MOST_POSITIONS, type ReportData } from "../data.js";
import { aside, type PageColumn, part, table } from "../html.js";
import type { PageLook } from "../page-look.js";

/** Returns the outlook of each position, those that have turned first. */
export function outlookPart({ outlooks }: ReportData, page: PageLook): Markup {
  const rest = outlooks.outlooks.length - MOST_POSITIONS;
  return part(
    "Outlook",
    element("p", { class: "soft" }, stateCounts(outlooks)),
    table(outlooks.outlooks.slice(0, MOST_POSITIONS), columnsOf(page)),
    rest > 0 ? aside(`and ${rest} more`) : undefined,
    aside(
      `What each is paid a day at today's size over each time, its worst 7 days in a row of 30, and the fees to leave, in ${page.amounts.named}. Settled is not expected.`,
    ),
  );
}

function columnsOf({ amounts, nameOf }: PageLook): PageColumn<Outlook>[] {
  return [
    { header: "position", cell: ({ position }) => nameOf(position) },
    { header: "long/short", cell: ({ position }) => pairOf(position.legs), isWide: true },
    {
      header: "state",
      cell: ({ state, unknown }) => state ?? (unknown?.code === "month_unknown" ? "30d –" : "–"),
    },
    ...OUTLOOK_WINDOWS.map(
      (window): PageColumn<Outlook> => ({
        header: window,
        cell: ({ runs }) => measure(runs[window].perDay, amounts, { isCounted: false }),
        isNumber: true,
        isWide: window === "3d" || window === "30d",
      }),
    ),
    {
      header: "worst 7d",
      cell: ({ worstWeek }) => measure(worstWeek, amounts, { isCounted: false }),
      isNumber: true,
      isWide: true,
    },
    {
      header: "to leave",
      cell: ({ leaving }) => measure(leaving, amounts, { signed: false }),
      isNumber: true,
    },
  ];
}
