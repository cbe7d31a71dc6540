/** Milliseconds of a minute. */
export const MINUTE_MS = 60_000;

/** Milliseconds of an hour. */
export const HOUR_MS = 60 * MINUTE_MS;

/** Milliseconds of a day. */
export const DAY_MS = 24 * HOUR_MS;

/** Milliseconds of a year of 365 days, the base of annualised rates. */
export const YEAR_MS = 365 * DAY_MS;
