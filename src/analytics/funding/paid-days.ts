import { Big } from "big.js";
import type { Figure } from "../../base/decimal.js";
import { correlationOf } from "../market/uncertainty.js";
import { daysOf } from "../market/weeks.js";
import type { Measure } from "../measure.js";
import { RUN_HOURS } from "./run.js";
import { type PaidWindow, paidWindow, type RunInputs, type RunPosition } from "./run-legs.js";
import { type Sized, sumOfPeriods } from "./sum-of-periods.js";

/** Funding of the last 30 times 24 hours, and how similar each is to the one before. */
export interface PaidDays {
  /** Correlation of each day with the day before; null if unknown, or if all days are equal. */
  readonly persistence: number | null;
  /** Share of the days that paid, percent. */
  readonly aboveZero: Measure;
  /** What each day paid, USD, oldest first, null where unknown; empty if too few are known. */
  readonly sums: readonly Figure[];
}

const LEAST_DAYS = 10;

/**
 * Returns the persistence of the sums of 24 hours of the last 30 days, at the current quantity, and the
 * share of those above zero. Days with an unknown period are left out. src/features/outlook/explain.md.
 */
export function paidDaysOf(position: RunPosition, inputs: RunInputs): PaidDays {
  const found = paidWindow(position, inputs, RUN_HOURS["30d"]);
  const aboveZero = { value: null, unit: "percent" } as const;
  if (typeof found === "string") {
    return { persistence: null, aboveZero: { ...aboveZero, unknown: found }, sums: [] };
  }
  const { clock } = found;
  const days = wholeDays(found);
  const known = days.filter((it) => it !== null);
  const rest = { asOf: clock.end, counted: known.length, of: days.length };
  if (known.length < LEAST_DAYS) {
    const unknown = "events_missing";
    return { persistence: null, aboveZero: { ...aboveZero, ...rest, unknown }, sums: [] };
  }
  const sums = days.toReversed();
  const { correlation } = correlationOf(sums.map((it) => it?.toNumber() ?? null));
  const paid = known.filter((it) => it.gt(0)).length;
  return {
    persistence: known.every((it) => it.eq(known[0] ?? 0)) ? null : correlation,
    aboveZero: { ...aboveZero, ...rest, value: new Big(paid).times(100).div(known.length) },
    sums,
  };
}

/** Returns the sum of each day of 24 hours, USD, the latest first; null for a day with an unknown period. */
export function wholeDays({ legs, clock }: PaidWindow<Sized>): Figure[] {
  return daysOf(clock).map((day) => {
    const { sum, covered, wanted } = sumOfPeriods(legs, clock.period, day);
    return covered < wanted ? null : sum;
  });
}
