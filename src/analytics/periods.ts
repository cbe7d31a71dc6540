/** Milliseconds of a day. */
export const DAY_MS = 86_400_000;

/** Milliseconds of a year of 365 days, by which rates are annualised. */
export const YEAR_MS = 365 * DAY_MS;
