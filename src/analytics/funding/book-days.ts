import type { Figure } from "../../base/decimal.js";
import { daysOf } from "../market/weeks.js";
import type { RunInputs } from "./run-legs.js";
import type { PaidPosition } from "./run-totals.js";
import { sumOfPeriods } from "./sum-of-periods.js";
import { paidTogether } from "./sum-uncertainty.js";

/**
 * Returns the funding of positions together in each of the last 30 times 24 hours at their current size,
 * USD, oldest first; null for a day in which an event is missing. Positions whose funding of 30 days is
 * unknown are left out. docs/reference/figures/status.md, "Now".
 * @returns empty unless there are 30 days
 */
export function bookDays(all: readonly PaidPosition[], inputs: RunInputs): Figure[] {
  const known = all.filter(({ runs }) => runs["30d"].perDay.value !== null);
  const paid = paidTogether(
    known.map(({ position }) => position),
    inputs,
  );
  if (paid === undefined) return [];
  const { legs, clock } = paid;
  const days = daysOf(clock).map((day) => sumOfPeriods(legs, clock.period, day).sum);
  return days.length < DAYS ? [] : days.reverse();
}

const DAYS = 30;
