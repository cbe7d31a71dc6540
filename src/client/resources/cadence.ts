import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../base/periods.js";

/** Time of day, UTC, around which the arbitrage listing is computed. Source: interface, Limits. */
const ARBITRAGE_AT = 8 * HOUR_MS + 30 * MINUTE_MS;
/** "Around": for so long after it an answer may still be yesterday's, and is kept only briefly. */
const ARBITRAGE_LATE = 15 * MINUTE_MS;
const ARBITRAGE_BRIEFLY = 5 * MINUTE_MS;

/**
 * Until when data that came at a time is as fresh as the service's own; undefined for data that
 * has no cadence and is always asked for.
 * @param path path of the request, without the base URL
 * @param storedAt milliseconds since the epoch
 * Source: interface, Limits (refresh cadence); the hour for assets is ours, they change rarely.
 */
export function freshUntil(path: string, storedAt: number): number | undefined {
  if (path === "/api/v1/public/funding/markets") return storedAt + MINUTE_MS;
  if (path === "/api/v1/public/funding/arbitrage") return nextArbitrage(storedAt);
  if (path === "/v1/assets") return storedAt + HOUR_MS;
  return undefined;
}

function nextArbitrage(after: number): number {
  const today = Math.floor(after / DAY_MS) * DAY_MS + ARBITRAGE_AT;
  if (after < today) return today;
  return after < today + ARBITRAGE_LATE ? after + ARBITRAGE_BRIEFLY : today + DAY_MS;
}
