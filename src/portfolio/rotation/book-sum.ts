import type { Measure } from "../../analytics/measure.js";
import type { Book } from "../../analytics/rotation/book.js";
import { DAY_MS } from "../../base/time/periods.js";
import { counted } from "../../output/text/counted.js";
import { inSentence } from "../../output/text/format.js";
import { duration } from "../../views/duration.js";
import { uncheckedText } from "../../views/sum-total.js";

/** Returns when the gain has covered the fees: `in 7.6 days`, `in 4h`, `at once`; undefined if unknown. */
export function paysBackText({ value }: Measure): string | undefined {
  if (value === null) return undefined;
  if (value.eq(0)) return "at once";
  if (value.gt(365)) return "in > 1 year";
  return `in ${value.lt(1) ? duration(value.times(DAY_MS).toNumber()) : `${value.toFixed(1)} days`}`;
}

const WHAT_FEES = "in and out of what is new; leaving what is held costs the same now or later";

/** `12 moves: +480.10 a day for 530.22 of fees (…), back in 1.1 days · 31 stay · 9 unknown · …` */
export function sumText({ states, gain, gainPriced, cost, paysBack }: Book): string {
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
