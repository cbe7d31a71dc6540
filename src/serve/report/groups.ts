import { descending } from "../../base/decimal.js";
import { EXCHANGE_TOTALS } from "../../figures/catalog/catalog.js";
import * as group from "../../figures/catalog/group.js";
import { name } from "../../figures/catalog/position.js";
import type { Fig } from "../../figures/figure.js";
import { Group } from "../../figures/subjects.js";
import { element, type Markup } from "../../output/markup/element.js";
import { drawBarChart } from "../../output/svg/bar-chart.js";
import { CHART_WIDTH, figure, MOST_ROWS, more, part, printed, type Shown, table } from "./html.js";
import type { Writing } from "./writing.js";

/** Returns groups as bars of one figure, with a table of that and others. */
function barsPart(
  title: string,
  groups: readonly Group[],
  drawn: Fig<Group>,
  shown: readonly Shown<Group>[],
  writing: Writing,
): Markup {
  const some = groups.slice(0, MOST_ROWS + 1);
  const rows = some.map((it) => ({
    name: printed(it.key),
    value: writing.drawn(drawn(it).value),
    text: writing.figure(drawn(it), drawn.spec),
    isResult: drawn.spec.signed === true,
  }));
  const whole = `${title}, ${writing.named}`;
  const hasBars = rows.some(({ value }) => value !== null);
  const chart = hasBars ? drawBarChart(rows, CHART_WIDTH, writing.unit) : undefined;
  const values = table(some, shown, writing);
  return part(whole, figure(chart, whole, values), more(groups.length - some.length));
}

const keyAs = (head: string): Shown<Group> => ({ head, cell: ({ key }) => printed(key) });

const PNL: readonly Shown<Group>[] = [
  ...[group.netPnl, group.fundingPnl, group.spreadPnl],
  ...[group.feesPaid, group.exitFees, group.apr],
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
  return barsPart("Net PnL by position", rows, group.netPnl, [keyAs("position"), ...PNL], writing);
}

/** Returns what is held on each exchange. */
export function byExchangePart(book: Group, writing: Writing): Markup {
  const groups = group.groupsOf(book, "exchange");
  if (groups.length === 0) {
    return part("Notional by exchange", element("p", {}, "Nothing is held."));
  }
  const shown = [keyAs("exchange"), ...EXCHANGE_TOTALS];
  return barsPart("Notional by exchange", groups, group.grossNotional, shown, writing);
}

/** Returns the figures of each portfolio; undefined for a single one. */
export function portfoliosPart(book: Group, writing: Writing): Markup | undefined {
  const groups = group.groupsOf(book, "portfolio");
  if (groups.length < 2) return undefined;
  const figures = [group.positions, group.grossNotional, group.run7dOf, group.rate7d, ...PNL];
  const shown = [keyAs("portfolio"), ...figures];
  return part(
    `Portfolios, ${writing.named}`,
    table(groups.slice(0, MOST_ROWS), shown, writing),
    more(groups.length - MOST_ROWS),
  );
}
