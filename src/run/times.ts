import { parseMoment } from "../base/time/moment.js";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../base/time/periods.js";
import { UsageError } from "../base/usage-error.js";
import type { Context } from "./context.js";
import { SINCE, UNTIL } from "./kinds.js";
import type { OptionsData } from "./option.js";

/** An age: each unit at most once, largest first. */
const AGE = /^-?(?=\d)(?:(\d{1,9})w)?(?:(\d{1,9})d)?(?:(\d{1,9})h)?(?:(\d{1,9})m)?$/;
const AGE_UNITS = [7 * DAY_MS, DAY_MS, HOUR_MS, MINUTE_MS];

/**
 * Parses a point in time: an ISO 8601 date or date-time (UTC without an offset), `@` and seconds since
 * the epoch, milliseconds since the epoch in 13 digits, `now`, `today`, `yesterday`, or an age such as
 * `36h`, `-7d`, `1d12h`.
 * @param option name of the option, for the message
 * @param now milliseconds since the epoch
 * @returns milliseconds since the epoch
 * @throws {UsageError} when it is none of these, or not a day of the calendar
 */
export function parseTime(option: string, text: string, now: number): number {
  const age = AGE.exec(text)?.slice(1) ?? [];
  const ago = age.reduce((sum, amount, at) => sum + Number(amount ?? 0) * (AGE_UNITS[at] ?? 0), 0);
  const time = age.length > 0 ? now - ago : parseMoment(text, now);
  return time === undefined || time < 0 ? refuse(option, text) : time;
}

function refuse(option: string, text: string): never {
  throw new UsageError(
    `${option}: "${text}" is not a time`,
    "use 2026-01-31, 2026-01-31T08:00:00Z, @1769846400, 1769846400000, now, today, yesterday, or an age such as 36h, 7d, 1d12h, between 1970 and 9999",
  );
}

/** A time range in milliseconds since the epoch: start inclusive, end exclusive. */
export interface Range {
  readonly start?: number;
  readonly end?: number;
}

/**
 * Parses `--start` and `--end`.
 * @param hint why a start in the future is refused
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

/** Returns the start of a range, by default days before a typed end; undefined for one that ends now. */
export function startOf({ start, end }: Range, days: number): number | undefined {
  return start ?? (end === undefined ? undefined : end - days * DAY_MS);
}

/**
 * Does work at the service's time (ms), and again if that was a minute off: at first it is estimated. What
 * both say is written once.
 */
export function atServiceTime<T>(
  { now, io, messages }: Context,
  work: (now: number) => Promise<T>,
): Promise<T> {
  const ahead = async () => (await now()) - io.clock.now();
  return messages.once(async () => {
    const before = await ahead();
    const done = await work(io.clock.now() + before);
    const after = await ahead();
    return Math.abs(after - before) < MINUTE_MS ? done : work(io.clock.now() + after);
  });
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
