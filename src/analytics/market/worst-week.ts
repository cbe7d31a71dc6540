import { RUN_HOURS } from "../funding/run.js";
import { paidWindow, type RunInputs, type RunPosition } from "../funding/run-legs.js";
import { coverageOf, type PaidLeg, sumOfPeriods } from "../funding/sum-of-periods.js";
import type { Measure } from "../measure.js";
import type { RunClock } from "./run-clock.js";
import { apartOf, weeksOf } from "./weeks.js";

/**
 * The least funding, USD, or annualised rate, of 7 consecutive days of the last 30. `counted` of `of`
 * overlapping windows are known in whole; if one is not, the true value is at most this one.
 */
export interface WorstWeek extends Measure {
  /** Number of known windows that do not overlap. */
  readonly independent: number;
  /** End of the worst window, milliseconds since the epoch. */
  readonly until?: number | undefined;
}

/**
 * Returns the least Σ over (E - 7d - k days, E - k days], k = 0 to 23, over the periods of the 30 days
 * at the current quantity. src/features/outlook/explain.md, "Outlook".
 */
export function worstWeekOf(position: RunPosition, inputs: RunInputs): WorstWeek {
  const found = paidWindow(position, inputs, RUN_HOURS["30d"]);
  if (typeof found === "string") {
    return { value: null, unit: "usd", unknown: found, independent: 0 };
  }
  return worstWeekOver(found.legs, found.clock);
}

/** Returns the same of legs over the periods of 30 days. */
function worstWeekOver(legs: readonly PaidLeg[], clock: RunClock): WorstWeek {
  const weeks = weeksOf(clock);
  const summed = weeks.map((week) => ({ ...week, ...sumOfPeriods(legs, clock.period, week) }));
  const known = summed.flatMap(({ sum, ...week }) =>
    sum === null || week.covered < week.wanted ? [] : [{ ...week, sum }],
  );
  const counts = { unit: "usd", asOf: clock.end, counted: known.length, of: weeks.length } as const;
  const [worst] = known.toSorted((a, b) => a.sum.cmp(b.sum));
  if (worst === undefined) {
    const conflicts = summed.some((week) => week.unknown === "events_conflicting");
    const unknown = conflicts ? "events_conflicting" : "events_missing";
    return { value: null, ...counts, unknown, independent: 0 };
  }
  return {
    ...coverageOf(worst),
    ...counts,
    value: worst.sum,
    bound: known.length < weeks.length ? "at_most" : undefined,
    independent: apartOf(known),
    until: clock.end - (clock.count - worst.to) * clock.period,
  };
}
