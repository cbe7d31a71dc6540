import { DAY_MS } from "../../base/time/periods.js";
import type { PeriodRange } from "./market-periods.js";
import type { RunClock } from "./run-clock.js";

const WEEK_DAYS = 7;
const LAST_SHIFT_DAYS = 23;

/**
 * Returns the windows of 7 days in the last 30, a day apart, that lie within the periods of a clock,
 * newest first. Length and shifts are whole periods; each shift counts once.
 */
export function weeksOf({ period, count }: Pick<RunClock, "period" | "count">) {
  const key = `${period} ${count}`;
  const weeks = knownWeeks.get(key) ?? findWeeks(period, count);
  knownWeeks.set(key, weeks);
  return weeks;
}

/** A ranking asks for the same ones hundreds of times. */
const knownWeeks = new Map<string, readonly PeriodRange[]>();

function findWeeks(period: number, count: number): PeriodRange[] {
  const length = Math.ceil((WEEK_DAYS * DAY_MS) / period);
  const shifts = Array.from({ length: LAST_SHIFT_DAYS + 1 }, (_, days) =>
    Math.floor((days * DAY_MS) / period),
  );
  return [...new Set(shifts)].flatMap((shift) => {
    const [from, to] = [count - shift - length, count - shift];
    return from < 0 ? [] : [{ from, to }];
  });
}

/** Returns the largest number of windows of which no two overlap. @param weeks newest first */
export function apartOf(weeks: readonly PeriodRange[]): number {
  let count = 0;
  let before = Number.POSITIVE_INFINITY;
  for (const { from, to } of weeks) {
    if (to > before) continue;
    count++;
    before = from;
  }
  return count;
}
