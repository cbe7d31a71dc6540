import { parseInstant } from "../../base/instant.js";

/** Fields with the time of a record; the daily ones are guesses, none is documented. */
const TIME_FIELDS = ["funding_time", "date", "day", "time", "timestamp"] as const;

/** Returns the time of a record, milliseconds since the epoch; undefined if it has none. */
export function timeOf(record: object): number | undefined {
  for (const field of TIME_FIELDS) {
    const value = (record as Readonly<Record<string, unknown>>)[field];
    if (typeof value !== "string") continue;
    const time = instantOf(value);
    if (!Number.isNaN(time)) return time;
  }
  return undefined;
}

/**
 * Parses a time of the service, milliseconds since the epoch; without a zone it is UTC, whatever the
 * local time zone. NaN if it is invalid.
 */
export function instantOf(text: string): number {
  const isLocal = /[T ]\d/i.test(text) && !/(?:Z|UTC|GMT|[+-]\d{2}:?\d{2})$/i.test(text);
  return parseInstant(isLocal ? `${text}Z` : text);
}
