import { DAY_MS } from "../../../base/time/periods.js";
import type { PeriodRange } from "./market-periods.js";
import type { RunClock } from "./run-clock.js";

const DAYS = 30;

/**
 * Returns the windows of 24 hours in the last 30 days that lie within the periods of a clock, newest first.
 * Length and shifts are whole periods; each shift counts once.
 */
export function daysOf({
  period,
  count,
}: Pick<RunClock, "period" | "count">): readonly PeriodRange[] {
  const key = `${period} ${count}`;
  const found = known.get(key) ?? findDays(period, count);
  known.set(key, found);
  return found;
}

const known = new Map<string, readonly PeriodRange[]>();

function findDays(period: number, count: number): PeriodRange[] {
  const length = Math.ceil(DAY_MS / period);
  const shifts = Array.from({ length: DAYS }, (_, shift) => Math.floor((shift * DAY_MS) / period));
  return [...new Set(shifts)].flatMap((shift) => {
    const [from, to] = [count - shift - length, count - shift];
    return from < 0 ? [] : [{ from, to }];
  });
}
