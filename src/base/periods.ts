/** Milliseconds of an hour. */
export const HOUR_MS = 3_600_000;

/** Milliseconds of a day. */
export const DAY_MS = 24 * HOUR_MS;

/** Milliseconds of a year of 365 days, by which rates are annualised. */
export const YEAR_MS = 365 * DAY_MS;
