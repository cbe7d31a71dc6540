import { descending } from "../base/decimal.js";
import { needingAttention } from "../figures/catalog/causes.js";
import { run7d } from "../figures/catalog/funding.js";
import { ofPosition as next } from "../figures/catalog/next.js";
import { age, nearestAway, netPnl, size } from "../figures/catalog/position.js";
import type { Fig } from "../figures/figure.js";
import type { Group, PositionOf } from "../figures/subjects.js";
import { element, type Markup } from "../output/markup/element.js";
import { type CauseLine, causeLines } from "../run/cause-lines.js";
import { signText, toneOf } from "../run/position-columns.js";
import { range, whoColumns, whyColumn } from "./columns.js";
import { MOST_ROWS } from "./data.js";
import { more, type Own, part, printed, table } from "./html.js";
import type { Writing } from "./writing.js";

const CAUSE: readonly Own<CauseLine>[] = [
  {
    head: "cause",
    cell: ({ gravity, noun }) => [
      element("span", { class: `sign ${toneOf(gravity)}` }, signText(gravity, { unicode: true })),
      ` ${noun}`,
    ],
  },
  { head: "positions", isNumber: true, cell: ({ count }) => String(count) },
  { head: "worth", isNumber: true, cell: ({ worth }) => worth },
  { head: "most of it", cell: ({ who }) => who.map(printed).join(", ") },
];

/** Figures of the table of positions, as `carry list` has them. */
export const POSITION_FIGURES: readonly Fig<PositionOf>[] = [
  ...[age, size, run7d, next.next7d, netPnl, nearestAway],
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
