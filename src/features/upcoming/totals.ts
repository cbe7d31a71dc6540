import type { Upcoming } from "../../analytics/funding/upcoming-totals.js";
import type { Total } from "../../output/table/column.js";
import { firstLines } from "../../output/text/first-of.js";
import { duration } from "../../views/duration.js";
import { nameOf } from "../../views/position/named-positions.js";
import { sumTotal, textLine } from "../../views/sum-total.js";
import type { UpcomingRow } from "./row.js";
import { anyUnknownText } from "./unknown.js";

/** Returns the sum of the next 24 hours, what the columns mean, and what is unknown. */
export function upcomingTotals(
  found: Upcoming,
  by: "leg" | "time",
  now: number,
  rows: readonly UpcomingRow[],
): Total[][] {
  return [
    sumLine(found),
    ...(found.legs.length === 0 ? [] : meanings(by)),
    ...dueLine(found, by),
    ...listedLine(rows, now),
    ...unknownLines(found),
  ];
}

function sumLine({ pays24h, settlements, due, legs }: Upcoming): Total[] {
  return [
    sumTotal("next 24h", pays24h, { signed: true, things: "legs" }),
    { label: "settlements", kind: "integer", value: settlements },
    { label: "legs", kind: "integer", value: legs.length },
    ...(due === 0 ? [] : [{ label: "due", kind: "integer", value: due } as const]),
  ];
}

function meanings(by: "leg" | "time"): Total[][] {
  const range =
    by === "leg"
      ? "what the next settlement would pay at the rates of the last 3 days, USD"
      : "sums of the least and of the most that each leg would pay at its rates of 3 days, USD";
  return [
    textLine("pays:", "USD if the last settled rate repeats; settled is not expected"),
    textLine("least, most:", range),
  ];
}

function dueLine({ due }: Upcoming, by: "leg" | "time"): Total[][] {
  if (due === 0) return [];
  const where = by === "leg" ? "" : " (--by leg shows which)";
  return [textLine("due:", `settled by the clock and not published, in no sum${where}`)];
}

function listedLine(rows: readonly UpcomingRow[], now: number): Total[][] {
  const times = rows.flatMap(({ listed }) => listed?.asOf ?? []);
  if (times.length === 0) return [];
  const age = duration(now - Math.min(...times));
  return [textLine("listed:", `as in the public market listing, ${age} old`)];
}

/** A line for each leg with an unknown figure, those without a payment first. */
function unknownLines({ legs }: Upcoming): Total[][] {
  const ordered = [
    ...legs.filter(({ unknown }) => unknown !== undefined),
    ...legs.filter(({ unknown }) => unknown === undefined),
  ];
  const texts = ordered.flatMap((it) => {
    const why = anyUnknownText(it);
    const { position, leg } = it;
    const name = `${nameOf(position)} ${leg.side} ${leg.exchange}`;
    return why === undefined ? [] : [`${name}: ${why}`];
  });
  return firstLines(texts).map((text) => textLine("not known:", text));
}
