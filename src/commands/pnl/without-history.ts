import { type FundingDay, fundingDays, spreadPnl } from "../../figures/catalog/group.js";
import type { Group } from "../../figures/subjects.js";
import type { Column } from "../../output/table/column.js";
import { tableSection, textSection } from "../../output/table/page.js";
import { inSentence } from "../../output/text/format.js";
import type { Section } from "../../output/text/look.js";
import { headLine } from "../../run/screen/heading.js";
import { moneyText } from "../../run/screen/list-head.js";
import { dayText } from "../../run/screen/why.js";

const COLUMNS: readonly Column<FundingDay>[] = [
  { key: "to", header: "to", kind: "text", value: ({ to }) => dayText(to).padStart(6) },
  {
    key: "funding_pnl",
    header: "funding",
    kind: "money",
    signed: true,
    value: ({ funding }) => funding?.toFixed(),
  },
];

/**
 * Returns what is known of a PnL without a history: the funding of 30 days as settled events have it, the price
 * PnL since opening, and how to begin one.
 */
export function withoutHistory(book: Group): Section[] {
  const days = fundingDays(book);
  const known = days.flatMap(({ funding }) => funding?.toNumber() ?? []);
  const made = Math.round(known.reduce((total, it) => total + it, 0));
  const how = "no history yet: carry profile set record on keeps one, for what was made by day";
  const funding = `${inSentence("money", String(made), true)} of funding`;
  return [
    headLine(`${funding} in ${known.length} days, at today's sizes`, "", "heading"),
    headLine(`${moneyText("price", spreadPnl(book))} since opening`),
    textSection(how, "label"),
    tableSection(days, COLUMNS),
  ];
}
