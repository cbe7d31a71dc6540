import { DAY_MS } from "../base/periods.js";
import { instantOf } from "../client/listing/record-time.js";

/** How long ago an ISO 8601 time was, in milliseconds; a time without an offset is UTC. */
export function ageOf(time: string, now: number): number {
  return now - instantOf(time);
}

/** How long a position has been held, in days rounded to 8 decimals. */
export function daysHeld(position: Parameters<typeof heldMs>[0], now: number): number {
  return Number((heldMs(position, now) / DAY_MS).toFixed(8));
}

/** How long a position has been held, in milliseconds: until it was closed, or until now. */
export function heldMs(
  position: { readonly opened_at: string; readonly closed_at: string | null },
  now: number,
): number {
  const held = ageOf(position.opened_at, now);
  return position.closed_at === null ? held : held - ageOf(position.closed_at, now);
}
