import type { MarketLack } from "../../analytics/rotation/clock.js";
import type { Rotation } from "../../analytics/rotation/figures.js";
import type { LegLack } from "../../analytics/rotation/held.js";
import { counted } from "../../output/text/counted.js";

const WHY_HELD: Readonly<Record<LegLack["why"], string>> = {
  no_history: "no settled funding could be fetched",
  too_few_events: "too few settled events",
  conflicting: "events conflict",
  uncovered: "events are missing",
};

/** Returns why the funding of the held legs is unknown; undefined if it is known. */
export function heldLackText({ heldLacks }: Pick<Rotation, "heldLacks">): string | undefined {
  if (heldLacks.length === 0) return undefined;
  const texts = heldLacks.map(({ leg: { side, exchange, market_id: id }, why, counted, of }) => {
    const events = why === "uncovered" ? `${counted} of ${of} events` : WHY_HELD[why];
    return `${side} ${exchange} (market ${id}): ${events}`;
  });
  return texts.join(", ");
}

const WHY: Readonly<Record<MarketLack, string>> = {
  no_history: "no settled funding could be fetched",
  too_few_events: "too few settled events",
  no_mark: "no mark price",
  conflicting: "events conflict",
  uncovered: "less than 95 % of its 7 days are covered",
};

/** Describes what is not offered, and why. */
export function notOfferedTexts({
  uncovered,
  conflicting,
  otherUnit,
  lacking,
}: Rotation): string[] {
  return [
    ...(uncovered === 0
      ? []
      : [`${counted(uncovered, "pair")}, of which less than 95 % of 7 days are covered`]),
    ...(conflicting === 0 ? [] : [`${counted(conflicting, "pair")}, whose events conflict`]),
    ...(otherUnit === 0 ? [] : [`${counted(otherUnit, "pair")}, whose prices are of another unit`]),
    ...lacking.map(({ id, why }) => `market ${id}: ${WHY[why]}`),
  ];
}
