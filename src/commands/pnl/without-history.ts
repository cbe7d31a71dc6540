import { type FundingDay, fundingDays, spreadPnl } from "../../figures/catalog/group.js";
import type { Period } from "../../figures/period/periods.js";
import type { Group } from "../../figures/subjects.js";
import type { Column, View } from "../../output/table/column.js";
import { tableSection, textSection } from "../../output/table/page.js";
import { headLine, headText } from "../../run/screen/heading.js";
import { pnlTable } from "../../run/screen/pnl-table.js";
import { tableView } from "../../run/screen/screen.js";
import { dayText } from "../../run/screen/why.js";

const COLUMNS: readonly Column<FundingDay>[] = [
  {
    key: "to",
    header: "to",
    kind: "text",
    priority: 0,
    value: ({ to }) => dayText(to).padStart(6),
  },
  {
    ...{ key: "funding_pnl", header: "funding", kind: "money", signed: true, priority: 0 },
    value: ({ funding }) => funding?.toFixed(),
  },
];

/**
 * Returns what is known of a PnL without a history: the funding of 30 days as settled events have it, the price
 * PnL since opening, and how to begin one.
 */
export function withoutHistoryView(book: Group): View<Period> {
  const days = fundingDays(book);
  const known = days.flatMap(({ funding }) => funding?.toNumber() ?? []);
  const sum = known.reduce((total, it) => total + it, 0);
  const made = Math.round(sum).toLocaleString("en-US");
  const head = `${sum > 0 ? "+" : ""}${made} of funding in ${known.length} days, at today's sizes`;
  const price = `price ${headText(spreadPnl(book), "money")} since opening`;
  const how = "no history yet: carry profile set record on keeps one, for what was made by day";
  return {
    ...tableView(pnlTable("day")),
    page: () => [
      headLine(head, "", "heading"),
      headLine(price, ""),
      textSection(how, "label"),
      tableSection(days, COLUMNS),
    ],
  };
}
