import { DAY_MS, MINUTE_MS, midnightOf } from "./periods.js";

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

/** Returns a time as ISO 8601, with milliseconds only where it has some. */
export function isoTime(time: number): string {
  return new Date(time).toISOString().replace(".000Z", "Z");
}

/** Matches a leap second (ITU-R TF.460): `23:59:60`. */
const LEAP_SECOND = /^(.*[Tt ]\d{2}:\d{2}:)60(?!\d)(.*)$/s;

/**
 * Parses a time of the service.
 * @returns milliseconds since the epoch; NaN when the text is not a time. A leap second, which Unix
 *   time does not have, is the first second of the next minute, as POSIX computes it.
 */
export function parseInstant(text: string): number {
  const leap = text.includes(":60") ? LEAP_SECOND.exec(text) : null;
  return leap === null ? Date.parse(text) : Date.parse(`${leap[1]}59${leap[2]}`) + 1000;
}

/** The years whose times are written with four digits: others cannot be read back everywhere. */
const YEARS = { start: Date.UTC(1970, 0, 1), end: Date.UTC(10_000, 0, 1) };

/** Reports whether a time, ms since the epoch, is one of the years 1970 to 9999. */
export function isWritable(time: number): boolean {
  return time >= YEARS.start && time < YEARS.end;
}

/** Times of settled events, milliseconds since the epoch: nothing settled before 2009, nor will after 2100. */
const [FIRST, END] = [Date.UTC(2009), Date.UTC(2101)];

/** Reports whether a settlement may have a time; another one is unreadable. */
export function isSettlementTime(time: number): boolean {
  return time >= FIRST && time < END;
}

/** How much later than the service's time an event may be: that is sent in whole seconds, and may be late. */
const AHEAD_MS = MINUTE_MS;

/**
 * Reports whether an event had settled when it was received. A later one is listed ahead of its settlement,
 * at which its rate may be another. Times are milliseconds since the epoch; one without a time (NaN) had.
 * @param receivedAt by the service's clock
 */
export function isSettled(time: number, receivedAt: number): boolean {
  return !(time > receivedAt + AHEAD_MS);
}
