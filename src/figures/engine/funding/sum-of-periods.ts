import { Big } from "big.js";
import { DAY_MS, HOUR_MS } from "../../../base/time/periods.js";
import { decimalOf, quotientOf, wholeOf } from "../../../base/whole.js";
import type { Leg } from "../../../client/resources/position.js";
import type { FigureUnknown } from "../figure-unknown.js";
import {
  brokenIn,
  countIn,
  hasConflicts,
  type PeriodRange,
  unitsIn,
} from "../market/market-periods.js";
import type { PaidPeriods } from "../market/run-market.js";
import { signOf } from "../position/leg.js";

/** Minimum share of the wanted time for a known figure, percent. */
export const LEAST_COVERED = 95;

/** What the funding of a leg depends on, beside rate and mark price. */
export type Sized = Pick<Leg, "side" | "quantity">;

/** A leg with the periods of its market. */
export interface PaidLeg<L extends Sized = Sized> {
  readonly leg: L;
  readonly periods: PaidPeriods;
}

/** Funding of several legs over several periods. */
export interface PaidSum<L extends Sized = Sized> {
  /** USD; null if too little is covered or events conflict. */
  readonly sum: Big | null;
  /** Why the sum is null. */
  readonly unknown: FigureUnknown | undefined;
  /** Legs with conflicting events. */
  readonly conflicting: readonly L[];
  /** Milliseconds. */
  readonly covered: number;
  readonly wanted: number;
  /** Events of the least complete leg. */
  readonly counted: number;
  readonly of: number;
  /** Smallest number of events of a leg. */
  readonly fewest: number;
}

/** Sums the funding of the periods that are complete for all legs. @param period length, milliseconds */
export function sumOfPeriods<L extends Sized>(
  legs: readonly PaidLeg<L>[],
  period: number,
  range: PeriodRange,
): PaidSum<L> {
  const markets = legs.map(({ periods }) => periods);
  const broken = brokenIn(markets, range);
  const wanted = (range.to - range.from) * period;
  const covered = wanted - broken.length * period;
  const conflicting = legs.flatMap(({ leg, periods }) =>
    hasConflicts(periods, range) ? [leg] : [],
  );
  const enough = covered > 0 && covered * 100 >= wanted * LEAST_COVERED;
  const unknown =
    conflicting.length > 0 ? "events_conflicting" : enough ? undefined : "events_missing";
  const sum =
    unknown === undefined
      ? legs.reduce((sum, leg) => sum.plus(paidTo(leg, range, broken)), new Big(0))
      : null;
  return { sum, unknown, conflicting, covered, wanted, ...leastComplete(legs, range) };
}

/** Returns the funding per day of 24 hours, USD, rounded as {@link quotientOf}. */
export function perDayOf({ sum, covered }: PaidSum): Big | null {
  if (sum === null) return null;
  const { units, exponent } = wholeOf(sum);
  return quotientOf(units * BigInt(DAY_MS), BigInt(covered), exponent);
}

/** Returns how much of the time and of the events a sum covers. */
export function coverageOf({ counted, of, covered, wanted }: PaidSum) {
  return { counted, of, coveredHours: covered / HOUR_MS, wantedHours: wanted / HOUR_MS };
}

/** Returns the funding of a leg in a range, without the broken periods, USD. */
function paidTo({ leg, periods }: PaidLeg, range: PeriodRange, broken: readonly number[]): Big {
  const units = unitsIn(periods, range, broken);
  return decimalOf(units, -periods.scale).times(leg.quantity).times(-signOf(leg));
}

/** Returns the counts of the leg that is covered least. */
function leastComplete(
  legs: readonly PaidLeg[],
  range: PeriodRange,
): Pick<PaidSum, "counted" | "of" | "fewest"> {
  const totals = legs.map(({ periods }) => ({
    counted: countIn(periods.counted, range),
    of: countIn(periods.wanted, range),
  }));
  const { counted, of } = totals.reduce((least, it) =>
    it.counted * least.of < least.counted * it.of ? it : least,
  );
  return { counted, of, fewest: Math.min(...totals.map(({ counted }) => counted)) };
}
