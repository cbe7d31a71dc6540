import { doubtedFields } from "../../../base/as-sent.js";
import { DAY_MS } from "../../../base/time/periods.js";
import { instantOf } from "../../../client/listing/record-time.js";

/** Returns the age of an ISO 8601 time, milliseconds; a time without an offset is UTC. */
export function ageOf(time: string, now: number): number {
  return now - instantOf(time);
}

/** Returns how long a position has been held, days rounded to 8 decimals. */
export function daysHeld(position: Parameters<typeof heldMs>[0], now: number): number {
  return Number((heldMs(position, now) / DAY_MS).toFixed(8));
}

/**
 * Returns how long a position has been held until it was closed or until now, milliseconds, 0 at least; NaN
 * if a time cannot be read, or cannot be true.
 */
export function heldMs(
  position: { readonly opened_at: string; readonly closed_at: string | null },
  now: number,
): number {
  if (doubtedFields(position).includes("opened_at")) return Number.NaN;
  const held = ageOf(position.opened_at, now);
  return Math.max(0, position.closed_at === null ? held : held - ageOf(position.closed_at, now));
}
