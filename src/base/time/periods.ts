export const MINUTE_MS = 60_000;

export const HOUR_MS = 60 * MINUTE_MS;

export const DAY_MS = 24 * HOUR_MS;

/** Milliseconds of a year of 365 days, the base of annualised rates. */
export const YEAR_MS = 365 * DAY_MS;

/**
 * Rounds a time to the minute, milliseconds since the epoch. What settles within one minute is one event,
 * since a market may settle some milliseconds late.
 */
export function minuteOf(time: number): number {
  return Math.round(time / MINUTE_MS) * MINUTE_MS;
}

/** Returns the midnight (UTC) at which the day of a time begins, milliseconds since the epoch. */
export function midnightOf(time: number): number {
  return Math.floor(time / DAY_MS) * DAY_MS;
}
