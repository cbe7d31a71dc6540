import { readDuration, UNIT_MS } from "../base/duration.js";
import { parseMoment } from "../base/moment.js";
import { UsageError } from "../base/usage-error.js";
import { SINCE, UNTIL } from "./kinds.js";
import type { OptionsData } from "./option.js";

/**
 * Parses a point in time: an ISO 8601 date or date-time (UTC without an offset), `now`, `today`,
 * `yesterday`, or an age such as `36h`, `7d`, `2w`.
 * @param option name of the option, for the message
 * @param now milliseconds since the epoch
 * @returns milliseconds since the epoch
 * @throws {UsageError} when it is none of these, or not a day of the calendar
 */
export function parseTime(option: string, text: string, now: number): number {
  const age = readDuration(text, ["m", "h", "d", "w"]);
  if (age?.unit !== undefined && Number.isInteger(age.amount)) {
    return now - age.amount * UNIT_MS[age.unit];
  }
  return parseMoment(text, now) ?? refuse(option, text);
}

function refuse(option: string, text: string): never {
  throw new UsageError(
    `${option}: "${text}" is not a time`,
    "use 2026-01-31, 2026-01-31T08:00:00Z, now, today, yesterday, or an age such as 36h, 7d, 2w",
  );
}

/** A time range in milliseconds since the epoch: start inclusive, end exclusive. */
export interface Range {
  readonly start?: number;
  readonly end?: number;
}

/**
 * Parses `--start` and `--end`.
 * @param hint why a start in the future has nothing
 * @throws {UsageError} when one is not a time, or the start is in the future or not before the end
 */
export function parseRange(
  options: { readonly start?: string; readonly end?: string },
  now: number,
  hint = "funding settles only in the past",
): Range {
  const start = options.start === undefined ? undefined : parseTime("--start", options.start, now);
  const end = options.end === undefined ? undefined : parseTime("--end", options.end, now);
  if (start !== undefined && start > now) {
    throw new UsageError(`--start: "${options.start}" is in the future`, hint);
  }
  if (start !== undefined && start >= (end ?? Number.POSITIVE_INFINITY)) {
    throw new UsageError(`--start: "${options.start}" is not before --end "${options.end}"`);
  }
  return { ...(start !== undefined && { start }), ...(end !== undefined && { end }) };
}

/** The options `--start` and `--end`, parsed by `parseRange`. */
export function rangeOptions(start = "") {
  return {
    start: {
      kind: SINCE,
      value: "time",
      help: `start, inclusive: 2026-01-31, yesterday, 36h, 7d, 2w, ...${start}`,
    },
    end: { kind: UNTIL, value: "time", help: "end, exclusive" },
  } as const satisfies OptionsData;
}
