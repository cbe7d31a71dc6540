import { isSettlementTime, parseInstant } from "../../base/time/moment.js";

/** Fields with the time of a record; the daily ones are guesses, none is documented. */
const TIME_FIELDS = ["funding_time", "date", "day", "time", "timestamp"] as const;

/** Returns the time of a record, milliseconds since the epoch; undefined if it has none of 2009 to 2100. */
export function timeOf(record: object): number | undefined {
  for (const field of TIME_FIELDS) {
    const value = (record as Readonly<Record<string, unknown>>)[field];
    if (typeof value !== "string") continue;
    const time = instantOf(value);
    if (isSettlementTime(time)) return time;
  }
  return undefined;
}

/**
 * Parses a time of the service, milliseconds since the epoch; without a zone it is UTC, whatever the
 * local time zone. NaN if it is invalid.
 */
export function instantOf(text: string): number {
  const known = instants.get(text);
  if (known !== undefined) return known;
  const isLocal = /[T ]\d/i.test(text) && !/(?:Z|UTC|GMT|[+-]\d{2}:?\d{2})$/i.test(text);
  const instant = parseInstant(isLocal ? `${text}Z` : text);
  if (Number.isNaN(instant)) return instant;
  if (instants.size >= MOST_INSTANTS) instants.clear();
  instants.set(text, instant);
  return instant;
}

/** Parses a time as {@link instantOf} does; null if it is invalid. */
export function knownInstant(text: string): number | null {
  const instant = instantOf(text);
  return Number.isNaN(instant) ? null : instant;
}

/** Times by their texts: markets settle at the same times. */
const instants = new Map<string, number>();
const MOST_INSTANTS = 10_000;
