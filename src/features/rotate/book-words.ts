import { counted } from "../../output/text/counted.js";
import { firstLines } from "../../output/text/first-of.js";
import { sumText } from "../../portfolio/rotation/book-sum.js";
import { NO_HANDLES } from "../../views/position/name-fields.js";
import { NOT_KNOWN, type ShownBook } from "./words.js";

/** Returns the sum of the moves, and which rows are below it if these are not all. */
export function bookHead({ book, top, exchanges, minGain }: ShownBook): string[] {
  const all = book.moves.length;
  const chosen = [
    ...(top === undefined || top >= all ? [] : [`the first ${top} of ${counted(all, "position")}`]),
    ...(exchanges === undefined ? [] : [`pairs on ${exchanges.join(", ")}`]),
    ...(minGain === undefined ? [] : [`a move gains ${minGain} a day or more`]),
  ];
  return all === 0 ? [] : [sumText(book), ...(chosen.length === 0 ? [] : [chosen.join(" · ")])];
}

/** Returns why positions are unknown, and what no move takes into account. */
export function bookNotes({ book, handles = NO_HANDLES }: ShownBook): string[] {
  const unknown = book.moves.flatMap(({ position, unknown }) =>
    unknown === undefined ? [] : [`unknown: ${handles.of(position)}: ${unknown.text}`],
  );
  return [...firstLines(unknown), `left out: ${NOT_KNOWN.join(", ")}`];
}
