import type { HistoryLack } from "../../analytics/market/leg-history.js";
import type { Leg, PositionDetail } from "../../client/resources/position.js";

/** Why the held quantities are unknown. */
export const UNCOUNTABLE = "the status, a side or a quantity cannot be read";

/** Names legs: `short gate, long okx`. */
export function legNames(legs: readonly Leg[]): string {
  return legs.map(({ side, exchange }) => `${side} ${exchange}`).join(", ");
}

/** Names the legs whose funding was set by hand; empty without any. */
export function overriddenNames({ legs }: PositionDetail): string {
  return legNames(legs.filter(({ funding }) => funding.override !== null));
}

/** Descriptions of what is wrong with the history of a market. */
export const HISTORY_LACKS: Readonly<Record<HistoryLack, string>> = {
  unavailable: "the funding history could not be fetched",
  empty: "no settled funding",
  too_few: "too few settled events to determine how often it settles",
};
