import { descending } from "../../base/decimal.js";
import { EXCHANGE_TOTALS } from "../../figures/catalog/catalog.js";
import * as group from "../../figures/catalog/group.js";
import { ofGroup } from "../../figures/catalog/next.js";
import { name } from "../../figures/catalog/position.js";
import { recordText } from "../../figures/next/pool.js";
import { Group } from "../../figures/subjects.js";
import { element, type Markup } from "../../output/text/markup.js";
import { counted } from "../../output/text/words.js";
import { countedText } from "../../run/screen/heading.js";
import {
  MOST_ROWS,
  more,
  part,
  printed,
  type ReportData,
  range,
  type Shown,
  table,
  tiles,
} from "./html.js";
import type { Writing } from "./writing.js";

/** Returns a part with a table of groups. */
function groupsPart(
  title: string,
  groups: readonly Group[],
  shown: readonly Shown<Group>[],
  writing: Writing,
): Markup {
  const some = groups.slice(0, MOST_ROWS + 1);
  return part(
    `${title}, ${writing.named}`,
    table(some, shown, writing),
    more(groups.length - some.length),
  );
}

const keyAs = (head: string): Shown<Group> => ({ head, cell: ({ key }) => printed(key) });

const PNL: readonly Shown<Group>[] = [
  group.netPnl,
  group.fundingPnl,
  group.spreadPnl,
  group.feesPaid,
  group.exitFees,
  group.apr,
];

/** Returns the net PnL by position: the largest amounts, and the others together. */
export function byPositionPart({ inputs, members }: Group, writing: Writing): Markup {
  const netOf = (it: Group) => group.netPnl(it).value;
  const bySize = members
    .map((p) => new Group(inputs, name(p), [p]))
    .sort((a, b) => descending(netOf(a)?.abs() ?? null, netOf(b)?.abs() ?? null));
  const rest = bySize.slice(MOST_ROWS).flatMap((it) => it.members);
  const rows = [
    ...bySize.slice(0, MOST_ROWS).sort((a, b) => descending(netOf(a), netOf(b))),
    ...(rest.length === 0 ? [] : [new Group(inputs, `${rest.length} others`, rest)]),
  ];
  return groupsPart("Net PnL by position", rows, [keyAs("position"), ...PNL], writing);
}

/** Returns what is held on each exchange. */
export function byExchangePart(book: Group, writing: Writing): Markup {
  const groups = group.groupsOf(book, "exchange");
  if (groups.length === 0) {
    return part("Notional by exchange", element("p", {}, "Nothing is held."));
  }
  const shown = [keyAs("exchange"), ...EXCHANGE_TOTALS];
  return groupsPart("Notional by exchange", groups, shown, writing);
}

/** Returns the figures of each portfolio; undefined for a single one. */
export function portfoliosPart(book: Group, writing: Writing): Markup | undefined {
  const groups = group.groupsOf(book, "portfolio");
  if (groups.length < 2) return undefined;
  const figures = [group.positions, group.grossNotional, group.run7dOf, group.rate7d, ...PNL];
  const shown = [keyAs("portfolio"), ...figures];
  return groupsPart("Portfolios", groups, shown, writing);
}

/** What the book earns. */
const NOW: readonly Shown<Group>[] = [group.run7dOf, group.rate7d, group.run24hOf, group.run30dOf];

const NEXT: readonly Shown<Group>[] = [ofGroup.next7d, range(ofGroup), ofGroup.chance];

const SINCE: readonly Shown<Group>[] = [
  group.netPnl,
  group.apr,
  group.fundingPnl,
  group.spreadPnl,
  group.feesPaid,
  group.exitFees,
];

const HELD: readonly Shown<Group>[] = [
  group.grossNotional,
  group.netNotional,
  group.unhedgedNotional,
  group.marginToAddOf,
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
