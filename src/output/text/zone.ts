/** Time zone of local times. */
export interface LocalZone {
  /** IANA name; undefined for the time zone of this machine. */
  readonly name: string | undefined;
  /** Whether TZ names an unknown time zone, so that UTC is used instead. */
  readonly unknown: boolean;
}

/**
 * Returns the time zone of TZ: an IANA name, also as the path of its file or after a colon, as in the
 * C library. POSIX rules (`CET-1CEST`) are not supported.
 * Source: tzset(3).
 * @param tz the environment variable; empty counts as unset
 */
export function localZone(tz: string | undefined): LocalZone {
  if (!tz) return { name: undefined, unknown: false };
  const name = tz.replace(/^:/, "").replace(/^.*\/zoneinfo\//, "");
  return isZone(name) ? { name, unknown: false } : { name: "UTC", unknown: true };
}

function isZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en-US", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
