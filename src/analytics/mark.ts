import { MINUTE_MS } from "../base/periods.js";
import { instantOf } from "../client/listing/record-time.js";
import type { LegSummary, Performance, Position } from "../client/resources/position.js";
import { type Holder, heldLegs } from "./held.js";
import { ageOf } from "./holding.js";

/** The time of the service, and from which age on something is out of date; both in milliseconds. */
export interface Freshness {
  /** Since the epoch. */
  readonly now: number;
  /** Five minutes where it is not set. */
  readonly staleMs?: number;
}

export const DEFAULT_STALE_MS = 5 * MINUTE_MS;

/**
 * Whether the time of a leg's mark price is further from the service's than the limit, in either
 * direction. A mark whose time is not told is not called stale, since nothing is known of its age.
 */
export function isStale(leg: LegSummary, clock: Freshness): boolean {
  return isOff(markAge(leg, clock.now), clock);
}

/** Whether a leg's mark price is known to be of now: there is one, its time is told and is not off. */
export function isFresh(leg: LegSummary, clock: Freshness): boolean {
  const age = markAge(leg, clock.now);
  return age !== undefined && !isOff(age, clock);
}

/** Whether figures of a position rest on a stale mark: only that of a held leg counts. */
export function restsOnStaleMark(position: Holder, clock: Freshness): boolean {
  return heldLegs(position).some((leg) => isStale(leg, clock));
}

/** Whether a held leg has a mark price whose age is not told. */
export function hasMarkOfUnknownAge(position: Holder): boolean {
  return heldLegs(position).some(
    (leg) => leg.mark_price !== null && leg.mark_price_updated_at === null,
  );
}

/**
 * The time of the oldest mark price of a held leg, milliseconds since the epoch; null where that of one
 * is not told, undefined where nothing that is held has a mark.
 */
export function oldestMark(position: Holder): number | null | undefined {
  if (hasMarkOfUnknownAge(position)) return null;
  const times = heldLegs(position).flatMap(({ mark_price, mark_price_updated_at: time }) =>
    mark_price === null || time === null ? [] : [instantOf(time)],
  );
  return times.length === 0 ? undefined : Math.min(...times);
}

/** How old a leg's mark price is, milliseconds; undefined when there is none, or no time of it. */
export function markAge(leg: LegSummary, now: number): number | undefined {
  if (leg.mark_price === null || leg.mark_price_updated_at === null) return undefined;
  return ageOf(leg.mark_price_updated_at, now);
}

/** How long ago the performance of an open position was worked out; undefined without any. */
export function performanceAge(
  {
    status,
    performance,
  }: Pick<Position, "status"> & { readonly performance?: Performance | undefined },
  now: number,
): number | undefined {
  if (status !== "open" || performance === undefined) return undefined;
  return ageOf(performance.calculated_at, now);
}

/** Whether the performance of an open position is out of date. */
export function restsOnStalePerformance(
  position: Parameters<typeof performanceAge>[0],
  clock: Freshness,
): boolean {
  return isOff(performanceAge(position, clock.now), clock);
}

/** Whether an age is beyond the limit, in either direction. */
export function isOff(age: number | undefined, { staleMs = DEFAULT_STALE_MS }: Freshness): boolean {
  return age !== undefined && Math.abs(age) > staleMs;
}
