import {
  chance,
  fees,
  high,
  low,
  type MoveOf,
  next7d,
  reverse,
} from "../../figures/catalog/move.js";
import type { Q } from "../../figures/measure.js";
import { element, type Markup } from "../../output/markup/element.js";
import { headText } from "../../run/heading.js";
import { assumedText, dayOf, movesText, noMoveText, toText } from "../../run/moves-text.js";
import { money } from "../cells.js";
import type { ReportData } from "../data.js";
import { aside, more, numbers, type PageColumn, part, table } from "../html.js";
import type { PageLook } from "../page-look.js";

const MOST_MOVES = 5;

/** Returns the moves that are likely to earn their fees within 7 days, what they earn largest first. */
export function movesPart({ moves }: ReportData, page: PageLook): Markup {
  if (moves === undefined) {
    return part("Moves", element("p", {}, "Unknown: the markets could not be fetched."));
  }
  const { counted } = moves;
  const shown = counted.slice(0, MOST_MOVES);
  const [first = "", record = ""] = movesText(moves);
  const none = () => noMoveText(moves, ({ position }) => page.nameOf(position.record));
  const said = [counted.length === 0 ? none() : first, record, ...assumedText(counted)];
  return part(
    "Moves",
    element("p", { class: "soft" }, said.join(" · ")),
    shown.length === 0 ? undefined : table(shown, columnsOf(page, dayOf(moves))),
    more(counted.length - shown.length, " moves"),
    aside(
      `Next 7d: funding that the new pair is likely to be paid beyond what the held one is, with its range, in ${page.amounts.named}. Price PnL and slippage are left out.`,
    ),
  );
}

function columnsOf({ amounts, nameOf }: PageLook, day: string): PageColumn<MoveOf>[] {
  const usd = ({ value }: Q, signed = true) => amounts.money(value, signed);
  return [
    { header: "position", cell: ({ position }) => nameOf(position.record) },
    { header: "to", cell: (m) => `${toText(m)}${reverse(m) ? " (reverse)" : ""}` },
    numbers("fees", (m) => usd(fees(m), false), true),
    numbers("next 7d", (m) => money(next7d(m).value, amounts)),
    numbers("range", (m) => `${usd(low(m))} … ${usd(high(m))}`, true),
    numbers(`by ${day}`, (m) => headText(chance(m), "chance", false)),
  ];
}
