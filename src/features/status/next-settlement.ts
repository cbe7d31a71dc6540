import type { Upcoming } from "../../analytics/funding/upcoming-totals.js";
import type { Total } from "../../output/table/column.js";
import { counted } from "../../output/text/counted.js";
import { sumTotal } from "../../views/sum-total.js";

/** Returns the next settlement of the portfolio and the next 24 hours as a line; empty if unknown. */
export function nextSettlementTotals({ times, pays24h }: Upcoming): Total[] {
  const [first] = times;
  if (first === undefined) return [];
  const { time, legs, pays } = first;
  return [
    {
      ...{ label: "next settlement", kind: "time", value: new Date(time).toISOString() },
      note: counted(legs.length, "leg"),
    },
    sumTotal("pays", pays, { signed: true, things: "legs" }),
    sumTotal("next 24h", pays24h, { signed: true, things: "legs" }),
  ];
}
