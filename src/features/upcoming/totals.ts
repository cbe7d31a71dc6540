import type { Upcoming } from "../../analytics/funding/upcoming-totals.js";
import type { CountedSum } from "../../analytics/sum.js";
import type { Handles } from "../../base/names/handle.js";
import { notesSection, textSection } from "../../output/table/page.js";
import { firstLines } from "../../output/text/first-of.js";
import { inSentence } from "../../output/text/format.js";
import { duration } from "../../views/duration.js";
import { uncheckedText } from "../../views/sum-total.js";
import type { UpcomingRow } from "./row.js";
import { anyUnknownText } from "./unknown.js";

/** Data of the texts around a table of settlements. */
interface Said {
  readonly found: Upcoming;
  readonly rows: readonly UpcomingRow[];
  readonly handles: Handles;
  readonly now: number;
}

/** Returns what stands around a table: the verdict, and what is unknown. */
export function around(said: Said) {
  return {
    head: () => [textSection(verdictOf(said))],
    foot: () => notesSection([...dueNote(said), ...listedNote(said), ...unknownNotes(said)]),
  };
}

/** `next in 22m: receives 1.87 · 24h: receives 51.06 (30 of 32 legs)` */
function verdictOf({ found: { times, pays24h, due }, now }: Said): string {
  const [first] = times;
  return [
    ...(first === undefined
      ? []
      : [`next in ${first.about ? "~" : ""}${duration(first.time - now)}: ${amount(first.pays)}`]),
    `24h: ${amount(pays24h)}`,
    ...(due === 0 ? [] : [`${due} due`]),
  ].join(" · ");
}

function amount(sum: CountedSum): string {
  const { value, counted, of, about } = sum;
  if (value === null) return "unknown";
  const usd = `${about === true ? "~" : ""}${inSentence("usd", value.abs().toFixed())}`;
  const words = `${value.lt(0) ? "costs" : "receives"} ${usd}`;
  const part = counted === of ? [] : [`${counted} of ${of} legs`];
  const notes = [...part, ...uncheckedText(sum, "legs")];
  return notes.length === 0 ? words : `${words} (${notes.join(", ")})`;
}

function dueNote({ found: { due } }: Said): string[] {
  return due === 0
    ? []
    : ["due: settled by the clock and not published, in no sum (--by leg shows which)"];
}

function listedNote({ rows, now }: Said): string[] {
  const times = rows.flatMap(({ listed }) => listed?.asOf ?? []);
  if (times.length === 0) return [];
  return [`listed: as in the public market listing, ${duration(now - Math.min(...times))} old`];
}

/** A line for each leg with an unknown figure, those without a payment first. */
function unknownNotes({ found: { legs }, handles }: Said): string[] {
  const ordered = [
    ...legs.filter(({ unknown }) => unknown !== undefined),
    ...legs.filter(({ unknown }) => unknown === undefined),
  ];
  const texts = ordered.flatMap((it) => {
    const why = anyUnknownText(it);
    const { position, leg } = it;
    const name = `${handles.of(position)} ${leg.side} ${leg.exchange}`;
    return why === undefined ? [] : [`unknown: ${name}: ${why}`];
  });
  return firstLines(texts);
}
