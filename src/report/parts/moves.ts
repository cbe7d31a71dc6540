import type { BookMove } from "../../analytics/rotation/book.js";
import { element, type Markup } from "../../output/markup/element.js";
import { counted } from "../../output/text/counted.js";
import { IN_UTC } from "../../output/text/format.js";
import { paysBackText } from "../../portfolio/rotation/book-sum.js";
import { legsOf } from "../../portfolio/rotation/terms.js";
import { marketFinder } from "../../views/market/market-fields.js";
import { pairText } from "../../views/position/pair.js";
import { measure } from "../cells.js";
import type { ReportData } from "../data.js";
import { aside, more, numbers, type PageColumn, part, table } from "../html.js";
import type { PageLook } from "../page-look.js";

const MOST_MOVES = 5;

/** Returns the moves of the book to better pairs, the largest gain first. */
export function movesPart({ moves }: ReportData, page: PageLook): Markup {
  if (moves === undefined) {
    return part("Moves", element("p", {}, "Unknown: the markets could not be fetched."));
  }
  const { book, markets } = moves;
  const all = book.moves.filter(({ state }) => state === "move");
  const shown = all.slice(0, MOST_MOVES);
  return part(
    "Moves",
    element("p", { class: "soft" }, sumText(moves, page)),
    shown.length === 0 ? undefined : table(shown, columnsOf(marketFinder(markets), page)),
    more(all.length - shown.length, " moves"),
    aside(
      `Funding a day of the last 7 days: held, and of the best other pair at the same quantity, in ${page.amounts.named}. Past funding, not a forecast; entry basis, margin and slippage are left out.`,
    ),
  );
}

function sumText({ book }: NonNullable<ReportData["moves"]>, { amounts }: PageLook): string {
  const { states, gain, cost } = book;
  const fees =
    cost.value === null
      ? "fees unknown"
      : `for ${amounts.money(cost.value)} of fees (${cost.counted} of ${cost.of} priced)`;
  return [
    ...(states.move === 0
      ? ["no moves"]
      : [
          `${counted(states.move, "move")}: ${amounts.money(gain.value, true)} a day ${fees}`,
          ...(states.instead === 0 ? [] : [`${states.instead} instead of others`]),
        ]),
    `${states.stay} stay`,
    ...(states.unknown === 0 ? [] : [`${states.unknown} unknown`]),
  ].join(" · ");
}

function columnsOf(
  find: ReturnType<typeof marketFinder>,
  { amounts, nameOf }: PageLook,
): PageColumn<BookMove>[] {
  const plain = { isCounted: false };
  return [
    { header: "position", cell: ({ position }) => nameOf(position) },
    {
      header: "best alternative",
      cell: ({ best }) => best && pairText(legsOf(find, best), IN_UTC),
    },
    numbers("now/day", ({ best }) => best && measure(best.held, amounts, plain), true),
    numbers("then/day", ({ best }) => best && measure(best.run, amounts, plain)),
    numbers("back in", ({ best }) => (best && paysBackText(best.paysBack)) ?? "–", true),
  ];
}
