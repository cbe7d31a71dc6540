import { counted } from "../../output/text/counted.js";
import { firstLines } from "../../output/text/first-of.js";
import { inSentence } from "../../output/text/format.js";
import { NO_HANDLES } from "../../views/position/name-fields.js";
import { uncheckedText } from "../../views/sum-total.js";
import type { Book } from "./book.js";
import { paysBackText } from "./totals.js";
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

const WHAT_FEES = "in and out of what is new; leaving what is held costs the same now or later";

/** `12 moves: +480.10 a day for 530.22 of fees (…), back in 1.1 days · 31 stay · 9 unknown · …` */
function sumText({ states, gain, gainPriced, cost, paysBack }: Book): string {
  const usd = (value: typeof gain, signed: boolean) =>
    inSentence("usd", value.value?.toFixed(), signed);
  const notes = uncheckedText(gain).map((text) => ` (${text})`);
  const moves = `${counted(states.move, "move")}: ${usd(gain, true)} a day${notes.join("")}`;
  const fees = `for ${usd(cost, false)} of fees (${WHAT_FEES}), back ${paysBackText(paysBack)}`;
  const priced = `${cost.counted} of ${cost.of} priced: ${usd(gainPriced, true)} a day ${fees}`;
  return [
    ...(states.move === 0
      ? ["no moves"]
      : cost.counted === 0
        ? [moves, "fees unknown"]
        : cost.counted < cost.of
          ? [moves, priced]
          : [`${moves} ${fees}`]),
    ...(states.instead === 0 ? [] : [`${states.instead} instead of others`]),
    ...(states.stay === 0 ? [] : [`${states.stay} stay`]),
    ...(states.unknown === 0 ? [] : [`${states.unknown} unknown`]),
    "past funding, not a forecast",
  ].join(" · ");
}

/** Returns why positions are unknown, and what no move takes into account. */
export function bookNotes({ book, handles = NO_HANDLES }: ShownBook): string[] {
  const unknown = book.moves.flatMap(({ position, unknown }) =>
    unknown === undefined ? [] : [`unknown: ${handles.of(position)}: ${unknown.text}`],
  );
  return [...firstLines(unknown), `left out: ${NOT_KNOWN.join(", ")}`];
}
