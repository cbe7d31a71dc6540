import { Big } from "big.js";
import { decimal } from "../base/decimal.js";
import type { LegSummary } from "../client/resources/position.js";
import { signOf } from "./leg.js";
import { NOTHING_PAID, type PaidPeriod, type PaidSoFar } from "./run-market.js";

/** Minimum share of the wanted time for a known figure, percent. */
export const LEAST_COVERED = 95;

/** A held leg with the periods of its market. */
export interface PaidLeg {
  readonly leg: LegSummary;
  readonly periods: readonly PaidPeriod[];
}

/** Consecutive periods, by their indexes. */
export interface PeriodRange {
  readonly from: number;
  /** Exclusive. */
  readonly to: number;
}

/** Funding of several legs over several periods. */
export interface PaidSum {
  /** USD; null if too little is covered or events conflict. */
  readonly sum: Big | null;
  /** Milliseconds. */
  readonly covered: number;
  readonly wanted: number;
  /** Events of the least complete leg. */
  readonly counted: number;
  readonly of: number;
  /** Smallest number of events of a leg. */
  readonly fewest: number;
}

/**
 * Sums the funding of the periods that are complete for all legs.
 * @param period length of a period, milliseconds
 */
export function sumOfPeriods(
  legs: readonly PaidLeg[],
  period: number,
  range: PeriodRange,
): PaidSum {
  const totals = legs.map(({ periods }) => totalsOf(periods, range));
  const broken = totals.some(({ incomplete }) => incomplete > 0) ? brokenIn(legs, range) : [];
  const wanted = (range.to - range.from) * period;
  const covered = wanted - broken.length * period;
  const conflicting = totals.some((it) => it.conflicting > 0);
  const enough = covered > 0 && covered * 100 >= wanted * LEAST_COVERED && !conflicting;
  const sum = enough
    ? legs.reduce(
        (sum, leg, index) => sum.plus(paidTo(leg, totals[index] ?? NOTHING_PAID, broken)),
        new Big(0),
      )
    : null;
  return { sum, covered, wanted, ...leastComplete(totals) };
}

/** Returns the totals of a range of periods. */
function totalsOf(periods: readonly PaidPeriod[], { from, to }: PeriodRange): PaidSoFar {
  const first = periods[from - 1]?.sofar ?? NOTHING_PAID;
  const last = to > from ? (periods[to - 1]?.sofar ?? NOTHING_PAID) : first;
  return {
    paid: last.paid.minus(first.paid),
    counted: last.counted - first.counted,
    of: last.of - first.of,
    incomplete: last.incomplete - first.incomplete,
    conflicting: last.conflicting - first.conflicting,
  };
}

/** Returns the indexes of the periods that are incomplete for a leg. */
function brokenIn(legs: readonly PaidLeg[], { from, to }: PeriodRange): number[] {
  const broken: number[] = [];
  for (let index = from; index < to; index++) {
    if (!legs.every(({ periods }) => periods[index]?.paid)) broken.push(index);
  }
  return broken;
}

/** Returns the funding of a leg in a range, without the broken periods, USD. */
function paidTo({ leg, periods }: PaidLeg, total: PaidSoFar, broken: readonly number[]): Big {
  const left = broken.reduce((sum, index) => sum.plus(periods[index]?.paid ?? 0), new Big(0));
  return total.paid.minus(left).times(decimal(leg.quantity)).times(-signOf(leg));
}

/** Returns the counts of the leg that is covered least. */
function leastComplete(totals: readonly PaidSoFar[]): Pick<PaidSum, "counted" | "of" | "fewest"> {
  const { counted, of } = totals.reduce((least, it) =>
    it.counted * least.of < least.counted * it.of ? it : least,
  );
  return { counted, of, fewest: Math.min(...totals.map(({ counted }) => counted)) };
}
