import { parseInstant } from "../../base/instant.js";

/** Fields that tell when a record is from; the daily ones are guesses, none is documented. */
const TIME_FIELDS = ["funding_time", "date", "day", "time", "timestamp"] as const;

/** When a record is from, milliseconds since the epoch; undefined when it does not say. */
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
 * A time of the service, milliseconds since the epoch; one without a zone is UTC, wherever this
 * machine is. NaN when it is no time.
 */
export function instantOf(text: string): number {
  const isLocal = /[T ]\d/i.test(text) && !/(?:Z|UTC|GMT|[+-]\d{2}:?\d{2})$/i.test(text);
  return parseInstant(isLocal ? `${text}Z` : text);
}
