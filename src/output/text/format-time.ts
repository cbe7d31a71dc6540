import { parseInstant } from "../../base/time/moment.js";

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
 * @param zone IANA name; UTC when it is undefined or unknown
 * @returns undefined when the text is not such a time
 */
export function formatTime(text: string, zone: string | undefined): string | undefined {
  const match = ISO.exec(text);
  if (match === null) return undefined;
  const [, date = "", minute] = match;
  const instant = instantOf(text);
  if (instant === undefined) return undefined;
  if (minute === undefined) return date;
  const formatter = zone === undefined || zone === "UTC" ? undefined : formatterOf(zone);
  return formatter === undefined ? utc(instant) : inZone(formatter, instant);
}

function utc(instant: number): string {
  const iso = new Date(instant).toISOString();
  return `${iso.slice(0, -14)} ${iso.slice(-13, -8)}Z`;
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

/**
 * Returns the time zone of TZ: an IANA name, also as the path of its file or after a colon, as in the C
 * library; that of this machine without TZ. POSIX rules (`CET-1CEST`) are not supported.
 * Source: tzset(3).
 * @returns undefined for an unknown one
 */
export function localZone(tz: string | undefined): string | undefined {
  if (!tz) return new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const name = tz.replace(/^:/, "").replace(/^.*\/zoneinfo\//, "");
  return createFormatter(name) === undefined ? undefined : name;
}
