import type { LegSummary } from "../api/position.js";
import { type Holder, heldLegs } from "./held.js";
import { ageOf } from "./holding.js";

/** A mark older than this is stale. */
const STALE_MARK_MS = 5 * 60_000;

/**
 * Whether a leg's mark price is older than five minutes. A mark whose time is not told is not
 * called stale, since nothing is known of its age.
 * @param now the time of the service, milliseconds since the epoch
 */
export function isStale(leg: LegSummary, now: number): boolean {
  return (markAge(leg, now) ?? 0) > STALE_MARK_MS;
}

/** Whether a leg's mark price is known to be of now: there is one, its time is told and is not old. */
export function isFresh(leg: LegSummary, now: number): boolean {
  return markAge(leg, now) !== undefined && !isStale(leg, now);
}

/** Whether figures of a position rest on a stale mark: only that of a held leg counts. */
export function restsOnStaleMark(position: Holder, now: number): boolean {
  return heldLegs(position).some((leg) => isStale(leg, now));
}

/** How old a leg's mark price is, milliseconds; undefined when there is none, or no time of it. */
export function markAge(leg: LegSummary, now: number): number | undefined {
  if (leg.mark_price === null || leg.mark_price_updated_at === null) return undefined;
  return ageOf(leg.mark_price_updated_at, now);
}
