import type { Leg } from "../../../client/resources/position.js";
import type { HistoryOf } from "../funding/run-legs.js";
import { marketOf } from "./run-market.js";

/** Why no figure can be computed from the settled funding of a market. */
export type HistoryLack =
  /** It could not be fetched. */
  | "unavailable"
  /** The market has no events. */
  | "empty"
  /** It has too few events to determine how often the market settles. */
  | "too_few";

/** Returns what is wrong with the history of a leg's market; undefined if nothing, or without an id. */
export function historyLackOf(
  { market_id }: Pick<Leg, "market_id">,
  historyOf: HistoryOf,
): HistoryLack | undefined {
  if (market_id === null) return undefined;
  const events = historyOf(market_id);
  if (events === undefined) return "unavailable";
  if (events.length === 0) return "empty";
  return marketOf(events) === undefined ? "too_few" : undefined;
}
