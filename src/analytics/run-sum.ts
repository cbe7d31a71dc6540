import { Big } from "big.js";
import { decimal } from "../base/decimal.js";
import type { LegSummary } from "../client/resources/position.js";
import { signOf } from "./leg.js";
import type { PaidPeriod } from "./run-market.js";

/** Minimum share of the wanted time for a known figure, percent. */
const LEAST_COVERED = 95;

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
  { from, to }: PeriodRange,
): PaidSum {
  const broken: number[] = [];
  for (let index = from; index < to; index++) {
    if (!legs.every(({ periods }) => periods[index]?.paid)) broken.push(index);
  }
  const wanted = (to - from) * period;
  const covered = wanted - broken.length * period;
  const ofRange = legs.map(({ periods }) => periods.slice(from, to));
  const conflicting = ofRange.some((periods) => periods.some((it) => it.conflicting));
  const enough = covered > 0 && covered * 100 >= wanted * LEAST_COVERED && !conflicting;
  const paid = (leg: PaidLeg) => paidWithin(leg, { from, to }, broken);
  const sum = enough ? legs.reduce((total, leg) => total.plus(paid(leg)), new Big(0)) : null;
  return { sum, covered, wanted, ...leastComplete(ofRange) };
}

/** Returns the funding of a leg in a range, without the broken periods, USD. */
function paidWithin(
  { leg, periods }: PaidLeg,
  { from, to }: PeriodRange,
  broken: readonly number[],
): Big {
  const upTo = (index: number) => periods[index - 1]?.sofar ?? new Big(0);
  const left = broken.reduce((sum, index) => sum.plus(periods[index]?.paid ?? 0), new Big(0));
  return upTo(to).minus(upTo(from)).minus(left).times(decimal(leg.quantity)).times(-signOf(leg));
}

function leastComplete(
  legs: readonly (readonly PaidPeriod[])[],
): Pick<PaidSum, "counted" | "of" | "fewest"> {
  const tallies = legs.map((periods) =>
    periods.reduce((sum, it) => ({ counted: sum.counted + it.counted, of: sum.of + it.of }), {
      counted: 0,
      of: 0,
    }),
  );
  const least = tallies.reduce((least, it) =>
    it.counted * least.of < least.counted * it.of ? it : least,
  );
  return { ...least, fewest: Math.min(...tallies.map(({ counted }) => counted)) };
}
