/** The zone that local times are shown in. */
export interface LocalZone {
  /** IANA name; undefined for the zone of this machine. */
  readonly name: string | undefined;
  /** Whether TZ names a zone that is not known, so that UTC stands in for it. */
  readonly unknown: boolean;
}

/**
 * What TZ says: an IANA name, also as the path of its file or behind a colon, as the C library takes
 * it. Rules spelled out as in POSIX (`CET-1CEST`) are not known.
 * Source: tzset(3).
 * @param tz the environment variable; empty is the same as not set
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
