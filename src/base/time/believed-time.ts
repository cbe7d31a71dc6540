import { DAY_MS } from "./periods.js";

/** The years whose times are written with four digits: others cannot be read back everywhere. */
const YEARS = { start: Date.UTC(1970, 0, 1), end: Date.UTC(10_000, 0, 1) };

/**
 * Reports whether a time is believed: near another clock. All are ms since the epoch.
 * @param other the time of the other clock; undefined to believe every time of the years 1970 to 9999
 */
export function isBelieved(time: number, other: number | undefined, nearMs = DAY_MS): boolean {
  if (!(time >= YEARS.start && time < YEARS.end)) return false;
  return other === undefined || Math.abs(time - other) <= nearMs;
}
