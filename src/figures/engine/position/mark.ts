import { MINUTE_MS } from "../../../base/time/periods.js";
import { instantOf } from "../../../client/listing/record-time.js";
import type { Leg, Performance, Position } from "../../../client/resources/position.js";
import type { Measure } from "../measure.js";
import { ageOf } from "./days-held.js";
import { type Holder, heldLegs } from "./held-legs.js";

/** Time of the service and maximum age of data, both in milliseconds. */
export interface Freshness {
  /** Since the epoch. */
  readonly now: number;
  /** Default: five minutes. */
  readonly staleMs?: number;
}

const DEFAULT_STALE_MS = 5 * MINUTE_MS;

/**
 * Reports whether the time of a leg's mark price differs from the service's by more than the limit,
 * in either direction. A mark without a time is not stale, since its age is unknown.
 */
export function isStale(leg: Leg, clock: Freshness): boolean {
  return isOff(markAge(leg, clock.now), clock);
}

/** Reports whether a leg has a mark price with a time that is within the limit. */
export function isFresh(leg: Leg, clock: Freshness): boolean {
  const age = markAge(leg, clock.now);
  return age !== undefined && !isOff(age, clock);
}

/** Reports whether a held leg of a position has a stale mark price. */
function restsOnStaleMark(position: Holder, clock: Freshness): boolean {
  return heldLegs(position).some((leg) => isStale(leg, clock));
}

/** Reports whether a held leg has a mark price without a time. */
function hasMarkOfUnknownAge(position: Holder): boolean {
  return heldLegs(position).some(
    (leg) => leg.mark_price !== null && leg.mark_price_updated_at === null,
  );
}

/** Returns whether a figure at held legs' marks is stale; unknown if none is, but one has no time. */
export function markFreshness(
  holder: Holder,
  clock: Freshness,
): Pick<Measure, "stale" | "ageUnknown"> {
  const stale = restsOnStaleMark(holder, clock);
  return hasMarkOfUnknownAge(holder) ? { stale: stale || undefined, ageUnknown: true } : { stale };
}

/** Returns the mark price of a leg; null unless above zero, since a price of 0 values nothing. */
export function markOf({ mark_price }: Pick<Leg, "mark_price">): number | null {
  return mark_price !== null && mark_price > 0 ? mark_price : null;
}

/**
 * Returns the time of the oldest mark price of the held legs, milliseconds since the epoch; null if
 * the time of one is unknown, undefined if no held leg has a mark price.
 */
export function oldestMark(position: Holder): number | null | undefined {
  if (hasMarkOfUnknownAge(position)) return null;
  const times = heldLegs(position).flatMap(({ mark_price, mark_price_updated_at: time }) =>
    mark_price === null || time === null ? [] : [instantOf(time)],
  );
  return times.length === 0 ? undefined : Math.min(...times);
}

/** Returns the age of a leg's mark price, milliseconds; undefined without a mark or its time. */
function markAge(leg: Leg, now: number): number | undefined {
  if (leg.mark_price === null || leg.mark_price_updated_at === null) return undefined;
  return ageOf(leg.mark_price_updated_at, now);
}

/** Returns the age of an open position's performance, milliseconds; undefined without one. */
export function performanceAge(
  {
    status,
    performance,
  }: Pick<Position, "status"> & { readonly performance?: Performance | undefined },
  now: number,
): number | undefined {
  if (status !== "open" || performance === undefined) return undefined;
  const age = ageOf(performance.calculated_at, now);
  return Number.isNaN(age) ? undefined : age;
}

/** Reports whether an age exceeds the limit, in either direction. */
export function isOff(age: number | undefined, { staleMs = DEFAULT_STALE_MS }: Freshness): boolean {
  return age !== undefined && Math.abs(age) > staleMs;
}
