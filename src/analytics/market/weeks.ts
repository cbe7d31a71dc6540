import { DAY_MS } from "../../base/time/periods.js";
import type { PeriodRange } from "./market-periods.js";
import type { RunClock } from "./run-clock.js";

const WEEK_DAYS = 7;
const LAST_SHIFT_DAYS = 23;
const LAST_DAY = 29;

/**
 * Returns the windows of 7 days in the last 30, a day apart, that lie within the periods of a clock,
 * newest first. Length and shifts are whole periods; each shift counts once.
 */
export const weeksOf = windowsOf(WEEK_DAYS, LAST_SHIFT_DAYS);

/** Returns the windows of 24 hours in the last 30 days likewise. */
export const daysOf = windowsOf(1, LAST_DAY);

function windowsOf(days: number, lastShift: number) {
  /** A ranking asks for the same ones hundreds of times. */
  const known = new Map<string, readonly PeriodRange[]>();
  return ({ period, count }: Pick<RunClock, "period" | "count">): readonly PeriodRange[] => {
    const key = `${period} ${count}`;
    const found = known.get(key) ?? findWindows(period, count, { days, lastShift });
    known.set(key, found);
    return found;
  };
}

function findWindows(
  period: number,
  count: number,
  { days, lastShift }: { readonly days: number; readonly lastShift: number },
): PeriodRange[] {
  const length = Math.ceil((days * DAY_MS) / period);
  const shifts = Array.from({ length: lastShift + 1 }, (_, shift) =>
    Math.floor((shift * DAY_MS) / period),
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
