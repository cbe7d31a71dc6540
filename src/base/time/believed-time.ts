import { DAY_MS } from "./periods.js";

/** The years whose times are written with four digits: others cannot be read back everywhere. */
const YEARS = { start: Date.UTC(1970, 0, 1), end: Date.UTC(10_000, 0, 1) };

/** How far a time may be from another clock. */
const NEAR_MS = DAY_MS;

/**
 * Reports whether a time is believed: within a day of another clock. All are ms since the epoch.
 * @param clocks the times of other clocks; undefined to believe every time of the years 1970 to 9999
 */
export function isBelieved(time: number, clocks: readonly number[] | undefined): boolean {
  if (!(time >= YEARS.start && time < YEARS.end)) return false;
  return clocks?.some((other) => Math.abs(time - other) <= NEAR_MS) ?? true;
}
