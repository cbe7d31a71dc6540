/** Returns a time as ISO 8601, with milliseconds only where it has some. */
export function isoTime(time: number): string {
  return new Date(time).toISOString().replace(".000Z", "Z");
}
