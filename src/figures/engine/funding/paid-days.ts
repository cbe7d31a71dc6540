import type { Figure } from "../../../base/decimal.js";
import { daysOf } from "../market/weeks.js";
import { RUN_HOURS } from "./run.js";
import { type PaidWindow, paidWindow, type RunInputs, type RunPosition } from "./run-legs.js";
import { type Sized, sumOfPeriods } from "./sum-of-periods.js";

const LEAST_DAYS = 10;

/**
 * Returns what each of the last 30 times 24 hours paid at the current quantity, USD, the oldest first, null
 * for a day with an unknown period; empty if too few are known.
 */
export function paidDaysOf(position: RunPosition, inputs: RunInputs): readonly Figure[] {
  const found = paidWindow(position, inputs, RUN_HOURS["30d"]);
  if (typeof found === "string") return [];
  const days = wholeDays(found);
  return days.filter((it) => it !== null).length < LEAST_DAYS ? [] : days.toReversed();
}

/** Returns the sum of each day of 24 hours, USD, the latest first; null for a day with an unknown period. */
export function wholeDays({ legs, clock }: PaidWindow<Sized>): Figure[] {
  return daysOf(clock).map((day) => {
    const { sum, covered, wanted } = sumOfPeriods(legs, clock.period, day);
    return covered < wanted ? null : sum;
  });
}
