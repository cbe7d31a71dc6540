import { DAY_MS, HOUR_MS, MINUTE_MS, midnightOf } from "../../base/time/periods.js";
/** Returns until when data received at a time is up to date; both are milliseconds since the epoch. */
export type Cadence = (storedAt: number) => number;

/** The public market listing is refreshed every 60 seconds. Source: interface, Limits. */
export const everyMinute: Cadence = (storedAt) => storedAt + MINUTE_MS;

/** The tracked assets change rarely; the hour is carry's choice. */
export const everyHour: Cadence = (storedAt) => storedAt + HOUR_MS;

/** Time of day, UTC, around which the arbitrage listing is computed. Source: interface, Limits. */
const ARBITRAGE_AT = 8 * HOUR_MS + 30 * MINUTE_MS;
/** Time after {@link ARBITRAGE_AT} in which the listing may still be the old one. */
const ARBITRAGE_LATE = 15 * MINUTE_MS;
const ARBITRAGE_BRIEFLY = 5 * MINUTE_MS;

/** The arbitrage listing is refreshed once a day, around 08:30 UTC. Source: interface, Limits. */
export const daily: Cadence = (storedAt) => {
  const today = midnightOf(storedAt) + ARBITRAGE_AT;
  if (storedAt < today) return today;
  return storedAt < today + ARBITRAGE_LATE ? storedAt + ARBITRAGE_BRIEFLY : today + DAY_MS;
};
