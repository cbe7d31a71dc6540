import { DAY_MS, MINUTE_MS, midnightOf } from "./periods.js";
import { isWritable } from "./writable-time.js";

const DATE_TIME =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?(Z|[+-](?:[01]\d|2[0-3]):?[0-5]\d)?)?$/i;

/**
 * Parses an ISO 8601 date or date-time (UTC without an offset), seconds since the epoch behind an `@`
 * as `date` reads them, milliseconds since the epoch in 13 digits, `now`, `today` or `yesterday`.
 * @param now milliseconds since the epoch
 * @returns milliseconds since the epoch; undefined when it is none of these, not a day of the calendar,
 *   or outside the years 1970 to 9999
 */
export function parseMoment(text: string, now: number): number | undefined {
  const today = midnightOf(now);
  if (text === "now") return now;
  if (text === "today") return today;
  if (text === "yesterday") return today - DAY_MS;
  const time = parseEpoch(text) ?? parseIso(text) ?? -1;
  return isWritable(time) ? time : undefined;
}

function parseEpoch(text: string): number | undefined {
  if (/^\d{13}$/.test(text)) return Number(text);
  const seconds = /^@(\d{1,12}(?:\.\d{1,9})?)$/.exec(text)?.[1];
  return seconds === undefined ? undefined : Math.floor(Number(seconds) * 1000);
}

function parseIso(text: string): number | undefined {
  const match = DATE_TIME.exec(text);
  if (match === null) return undefined;
  const [, year, month, day, hour = "00", minute = "00", second = "00", fraction = "0"] = match;
  const written = `${year}-${month}-${day}T${hour}:${minute}:${second}`;
  const time = Date.parse(`${written}.${fraction.padEnd(3, "0").slice(0, 3)}Z`);
  if (Number.isNaN(time)) return undefined;
  // Date.parse accepts 30 February as a day in March, which printing it reveals.
  if (!new Date(time).toISOString().startsWith(written)) return undefined;
  return time - offsetMs(match[8]);
}

function offsetMs(offset: string | undefined): number {
  const match = /^([+-])(\d{2}):?(\d{2})$/.exec(offset ?? "");
  if (match === null) return 0;
  const size = (Number(match[2]) * 60 + Number(match[3])) * MINUTE_MS;
  return match[1] === "-" ? -size : size;
}
