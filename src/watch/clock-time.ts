/**
 * Returns a time of day to the second, such as `12:00:30Z`; the date is the reader's own.
 * @param at milliseconds since the epoch
 * @param zone IANA name; undefined for the zone of this machine
 */
export function clockTime(at: number, zone: string | undefined): string {
  const text = new Date(at).toLocaleTimeString("en-GB", { timeZone: zone });
  return zone === "UTC" ? `${text}Z` : text;
}

/** Returns the same with month and day before it, `05-31 12:00:30Z`, where it is of another day. */
export function logTime(at: number, now: number, zone: string | undefined): string {
  const [day, today] = [at, now].map((time) =>
    new Date(time).toLocaleDateString("sv-SE", { timeZone: zone }),
  );
  const time = clockTime(at, zone);
  return day === undefined || day === today ? time : `${day.slice(5)} ${time}`;
}
