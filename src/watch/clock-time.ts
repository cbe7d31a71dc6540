/**
 * Returns a time of day to the second without the date, such as `12:00:30Z`.
 * @param at milliseconds since the epoch
 * @param zone IANA name; undefined for the local zone
 */
export function clockTime(at: number, zone: string | undefined): string {
  const text = new Date(at).toLocaleTimeString("en-GB", { timeZone: zone });
  return zone === "UTC" ? `${text}Z` : text;
}

/** Returns the time with month and day, such as `05-31 12:00:30Z`, if it is on another day than `now`. */
export function logTime(at: number, now: number, zone: string | undefined): string {
  const [day, today] = [at, now].map((time) =>
    new Date(time).toLocaleDateString("sv-SE", { timeZone: zone }),
  );
  const time = clockTime(at, zone);
  return day === undefined || day === today ? time : `${day.slice(5)} ${time}`;
}
