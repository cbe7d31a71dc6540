import {
  chance,
  fees,
  high,
  low,
  type MoveOf,
  name,
  next7d,
  reverse,
} from "../../figures/catalog/move.js";
import { element, type Markup } from "../../output/markup/element.js";
import { assumedText, dayOf, movesText, noMoveText, toText } from "../../run/screen/moves-text.js";
import type { ReportData } from "./data.js";
import { aside, more, type Own, part, printed, range, table } from "./html.js";
import type { Writing } from "./writing.js";

const MOST_MOVES = 5;

const NAME: Own<MoveOf> = { head: "position", cell: (m) => printed(name(m)) };

const TO: Own<MoveOf> = {
  head: "to",
  cell: (m) => `${printed(toText(m) ?? "–")}${reverse(m) ? " (reverse)" : ""}`,
};

/** Returns the moves that are likely to earn their fees within 7 days, what they earn largest first. */
export function movesPart({ moves }: ReportData, writing: Writing): Markup {
  if (moves === undefined) {
    return part("Moves", element("p", {}, "Unknown: the markets could not be fetched."));
  }
  const { counted } = moves;
  const rows = counted.slice(0, MOST_MOVES);
  const [first = "", record = ""] = movesText(moves);
  const said = [rows.length === 0 ? noMoveText(moves) : first, record, ...assumedText(counted)];
  const figures = [fees, next7d, range({ low, high }), chance];
  return part(
    "Moves",
    element("p", { class: "soft" }, said.join(" · ")),
    rows.length === 0 ? undefined : table(rows, [NAME, TO, ...figures], writing),
    more(counted.length - rows.length),
    rows.length === 0
      ? undefined
      : aside(
          `What the new pair is likely to be paid in the next 7 days beyond what the held one is, and the chance that this earns the fees by ${dayOf(moves)}, in ${writing.named}. Price PnL and slippage are left out.`,
        ),
  );
}
