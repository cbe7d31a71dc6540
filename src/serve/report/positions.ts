import { descending } from "../../base/decimal.js";
import { visible } from "../../base/safe-text.js";
import { causesOf, needingAttention, severity } from "../../figures/catalog/causes.js";
import { run7d } from "../../figures/catalog/funding.js";
import { ofPosition as next } from "../../figures/catalog/next.js";
import { age, name, nearestAway, netPnl, portfolio, size } from "../../figures/catalog/position.js";
import type { Fig } from "../../figures/figure.js";
import type { Group, PositionOf } from "../../figures/subjects.js";
import { element, type Markup } from "../../output/text/markup.js";
import { type CauseLine, causeLines } from "../../run/screen/cause-lines.js";
import { pairText, signText, toneOf } from "../../run/screen/position-columns.js";
import { whyOf } from "../../run/screen/why.js";
import { MOST_ROWS, more, type Own, part, printed, range, type Shown, table } from "./html.js";
import type { Writing } from "./writing.js";

const NAME: Own<PositionOf> = {
  head: "position",
  cell: (p) => {
    const sign = signText(severity(p));
    return [
      element("span", { class: `sign ${toneOf(severity(p))}` }, sign),
      ` ${printed(name(p))}`,
    ];
  },
};

const PAIR: Own<PositionOf> = {
  head: "long/short",
  cell: (p) => visible(pairText(p, printed)),
};

/** Returns the columns of who positions are: with their portfolios where these are several. */
function whoColumns(rows: readonly PositionOf[]): Shown<PositionOf>[] {
  const isOfSeveral = new Set(rows.map(portfolio)).size > 1;
  return isOfSeveral ? [NAME, portfolio, PAIR] : [NAME, PAIR];
}

/** Returns the column of why positions need attention. @param isBrief only the gravest cause, in a few words */
function whyColumn(isBrief: boolean): Own<PositionOf> {
  return {
    head: "why",
    cell: (p, writing) => {
      const said = { nameOf: printed, amount: writing.amount.bind(writing) };
      const all = causesOf(p).map((it) => whyOf(p, it, said));
      const texts = isBrief ? all.slice(0, 1).map((it) => it.brief) : all.map((it) => it.text);
      return texts.join(" · ");
    },
  };
}

const CAUSE: readonly Own<CauseLine>[] = [
  {
    head: "cause",
    cell: ({ gravity, noun }) => [
      element("span", { class: `sign ${toneOf(gravity)}` }, signText(gravity)),
      ` ${noun}`,
    ],
  },
  { head: "positions", isNumber: true, cell: ({ count }) => String(count) },
  { head: "worth", isNumber: true, cell: ({ worth }) => worth },
  { head: "most of it", cell: ({ who }) => who.map(printed).join(", ") },
];

/** Figures of the table of positions, as `carry list` has them. */
export const POSITION_FIGURES: readonly Fig<PositionOf>[] = [
  age,
  size,
  run7d,
  next.next7d,
  netPnl,
  nearestAway,
];

/** Returns the causes of the book, and the positions that need attention with why, the gravest first. */
export function attentionPart(book: Group, writing: Writing): Markup {
  const rows = needingAttention(book.members);
  if (rows.length === 0) {
    return part("Attention", element("p", {}, "All well: no open position needs attention."));
  }
  const causes = causeLines(book, { amount: (usd) => writing.amount(usd) });
  const verb = rows.length === 1 ? "needs" : "need";
  return part(
    `${rows.length} of ${book.members.length} ${verb} attention`,
    table(causes, CAUSE, writing),
    table(
      rows.slice(0, MOST_ROWS),
      [...whoColumns(rows), size, run7d, netPnl, whyColumn(false)],
      writing,
    ),
    more(rows.length - MOST_ROWS),
  );
}

/** Returns the positions, the largest first. */
export function positionsPart({ members }: Group, writing: Writing): Markup {
  const rows = members.toSorted((a, b) => descending(size(a).value, size(b).value));
  const figures = POSITION_FIGURES.flatMap((it) => (it === next.next7d ? [it, range(next)] : [it]));
  return part(
    `Positions, ${writing.named}`,
    table(rows.slice(0, MOST_ROWS), [...whoColumns(rows), ...figures, whyColumn(true)], writing),
    more(rows.length - MOST_ROWS),
  );
}
