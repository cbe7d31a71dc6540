import { parseInstant } from "../../base/time/moment.js";
import { MINUTE_MS } from "../../base/time/periods.js";

const ISO =
  /^(\d{4}-\d{2}-\d{2})(?:[Tt ](\d{2}:\d{2})(?::\d{2}(?:[.,](\d+))?)?([Zz]|[+-]\d{2}:?\d{2})?)?$/;

const formatters = new Map<string, Intl.DateTimeFormat | undefined>();

/**
 * Parses an ISO 8601 time. A time without an offset is UTC.
 * @returns milliseconds since the epoch, with a fraction when the time is more precise; undefined
 *   when the text is not such a time
 */
export function instantOf(text: string): number | undefined {
  const match = ISO.exec(text);
  if (match === null) return undefined;
  const [, , minute, fraction = "", offset] = match;
  const iso = text.replace(",", ".");
  const instant = parseInstant(minute !== undefined && offset === undefined ? `${iso}Z` : iso);
  return Number.isNaN(instant) ? undefined : instant + Number(`0.${fraction.slice(3)}`);
}

/**
 * Formats an ISO 8601 time to the minute, short but unambiguous: in UTC as `2026-01-02 08:00Z`, in a
 * time zone as `2026-01-02 09:00+01:00`. A time without an offset is UTC; a date stays a date.
 * @param zone IANA name, UTC when it is unknown; undefined for the time zone of this machine
 * @returns undefined when the text is not such a time
 */
export function formatTime(text: string, zone: string | undefined): string | undefined {
  const match = ISO.exec(text);
  if (match === null) return undefined;
  const [, date = "", minute, , offset] = match;
  const inUtc = offset === undefined || offset === "Z" || offset === "z";
  const instant = instantOf(text);
  if (instant === undefined) return undefined;
  if (minute === undefined) return date;
  if (zone === undefined) return here(new Date(instant));
  const formatter = zone === "UTC" ? undefined : formatterOf(zone);
  if (formatter !== undefined) return inZone(formatter, instant);
  const isLeap = /:60/.test(text.slice(16, 19));
  return inUtc && !isLeap ? `${date} ${minute}Z` : utc(instant);
}

function utc(instant: number): string {
  const iso = new Date(instant).toISOString();
  return `${iso.slice(0, -14)} ${iso.slice(-13, -8)}Z`;
}

function here(time: Date): string {
  const offset = -time.getTimezoneOffset();
  const local = new Date(time.getTime() + offset * MINUTE_MS).toISOString();
  const size = Math.abs(offset);
  const [hours, minutes] = [Math.floor(size / 60), size % 60].map((part) =>
    String(part).padStart(2, "0"),
  );
  return `${local.slice(0, -14)} ${local.slice(-13, -8)}${offset < 0 ? "-" : "+"}${hours}:${minutes}`;
}

function inZone(formatter: Intl.DateTimeFormat, instant: number): string {
  const part: Record<string, string> = {};
  for (const { type, value } of formatter.formatToParts(instant)) part[type] = value;
  const offset = part.timeZoneName?.replace("GMT", "") || "+00:00";
  return `${part.year}-${part.month}-${part.day} ${part.hour}:${part.minute}${offset}`;
}

function formatterOf(zone: string): Intl.DateTimeFormat | undefined {
  if (!formatters.has(zone)) formatters.set(zone, createFormatter(zone));
  return formatters.get(zone);
}

function createFormatter(timeZone: string): Intl.DateTimeFormat | undefined {
  try {
    return new Intl.DateTimeFormat("en-US", {
      timeZone,
      hourCycle: "h23",
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      hour: "2-digit",
      minute: "2-digit",
      timeZoneName: "longOffset",
    });
  } catch {
    return undefined; // an unknown time zone: UTC, as the Z after the time shows
  }
}

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
