/** The years whose times are written with four digits: others cannot be read back everywhere. */
const YEARS = { start: Date.UTC(1970, 0, 1), end: Date.UTC(10_000, 0, 1) };

/** Reports whether a time, ms since the epoch, is one of the years 1970 to 9999. */
export function isWritable(time: number): boolean {
  return time >= YEARS.start && time < YEARS.end;
}
