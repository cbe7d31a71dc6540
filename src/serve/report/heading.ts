import * as group from "../../figures/catalog/group.js";
import { ofGroup } from "../../figures/catalog/next.js";
import { recordText } from "../../figures/next/pool.js";
import type { Group } from "../../figures/subjects.js";
import { element, type Markup } from "../../output/markup/element.js";
import { counted } from "../../output/text/counted.js";
import { countedText } from "../../run/screen/heading.js";
import type { ReportData } from "./data.js";
import { printed, range, type Shown, tiles } from "./html.js";
import type { Writing } from "./writing.js";

/** What the book earns. */
const NOW: readonly Shown<Group>[] = [
  ...[group.run7dOf, group.rate7d, group.run24hOf, group.run30dOf],
];

const NEXT: readonly Shown<Group>[] = [ofGroup.next7d, range(ofGroup), ofGroup.chance];

const SINCE: readonly Shown<Group>[] = [
  ...[group.netPnl, group.apr, group.fundingPnl, group.spreadPnl],
  ...[group.feesPaid, group.exitFees],
];

const HELD: readonly Shown<Group>[] = [
  ...[group.grossNotional, group.netNotional, group.unhedgedNotional, group.marginToAddOf],
];

/** Everything that the heading shows. */
export const HEADING_FIGURES = [...NOW, ...NEXT, ...SINCE, ...HELD];

/** Returns the heading of the page: what the book earns now, next and since opening, and what it holds. */
export function headingPart({ book, portfolios }: ReportData, writing: Writing): Markup {
  const { inputs, members } = book;
  const whose = portfolios.length > 1 ? "portfolios" : "portfolio";
  const said = [
    writing.time(inputs.now),
    `amounts in ${writing.named}`,
    ...(writing.isRedacted ? [] : [`${whose} ${portfolios.map(printed).join(", ")}`]),
  ];
  const title = counted(members.length, "open position");
  const head = [element("h1", {}, title), element("p", { class: "soft" }, said.join(" · "))];
  if (members.length === 0) return element("header", {}, head);
  const hasRange = ofGroup.low(book).value !== null;
  const record = hasRange ? recordText(inputs.pool().record) : "";
  return element(
    "header",
    {},
    head,
    tiles("Now", book, NOW, writing, countedText(group.run7dOf(book))),
    tiles("Next 7 days", book, NEXT, writing, record),
    tiles("Since opening", book, SINCE, writing, countedText(group.netPnl(book))),
    tiles("Held", book, HELD, writing, countedText(group.grossNotional(book))),
  );
}
