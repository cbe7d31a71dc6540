import { DAY_MS, HOUR_MS } from "../base/periods.js";
import { ifLong } from "./funding.js";
import type { PeriodRange } from "./market-periods.js";
import type { Measure } from "./measure.js";
import { percentOfYear, type RatePeriods } from "./rank-market.js";
import type { RunClock } from "./run-clock.js";
import { LEAST_COVERED } from "./run-sum.js";
import { apartOf, weeksOf } from "./weeks.js";

/** Settled rates that are added on one clock: of a pair, the short side's minus the long side's. */
export interface Spread {
  readonly clock: RunClock;
  readonly scale: number;
  readonly plus: RatePeriods;
  /** Absent for a market by itself. */
  readonly minus?: RatePeriods | undefined;
}

/** Lengths of the windows of a rank, days. */
export const RANK_DAYS = { "1d": 1, "3d": 3, "7d": 7, "30d": 30 } as const;
export type RankWindow = keyof typeof RANK_DAYS;

/** The least annualised rate of 7 days in a row in the 30 days. */
export interface WorstSpread extends Measure {
  /** Number of known windows that do not overlap. */
  readonly independent: number;
  /** End of the worst window, milliseconds since the epoch. */
  readonly until?: number | undefined;
}

/** Rates of the periods of a stretch that are complete for both sides. */
interface Summed extends PeriodRange {
  readonly units: bigint;
  /** Number of these periods. */
  readonly whole: number;
  /** Number of settlements of the side that has fewer. */
  readonly fewest: number;
  /** False if too little is covered, or events conflict. */
  readonly isKnown: boolean;
}

/** Returns the sum over all periods, whatever is covered, in units. */
export function sumOfAll(spread: Spread): bigint {
  return summed(spread, { from: 0, to: spread.clock.count }).units;
}

/** Returns the rate of the last days in percent of the notional per year. */
export function annualisedOver(spread: Spread, window: RankWindow): Measure {
  const { period, count } = spread.clock;
  const length = Math.min(count, Math.ceil((RANK_DAYS[window] * DAY_MS) / period));
  return measureOf(spread, summed(spread, { from: count - length, to: count }));
}

/**
 * Returns the least annualised rate over (E − 7d − k days, E − k days], k = 0 to 23.
 * docs/analytics.md, "Rank".
 */
export function worstWeekOver(spread: Spread): WorstSpread {
  const { period, count, end } = spread.clock;
  const weeks = weeksOf(spread.clock).map((week) => summed(spread, week));
  const known = weeks.filter((week) => week.isKnown);
  const counts = { counted: known.length, of: weeks.length };
  const [first] = known;
  if (first === undefined) {
    return { value: null, unit: "percent_per_year", asOf: end, ...counts, independent: 0 };
  }
  const worst = known.reduce((least, week) => (isLess(week, least) ? week : least), first);
  return {
    ...measureOf(spread, worst),
    asOf: end,
    ...counts,
    independent: apartOf(known),
    until: end - (count - worst.to) * period,
  };
}

function summed({ plus, minus }: Spread, { from, to }: PeriodRange): Summed {
  const broken = brokenOf(plus, minus, { from, to });
  const of = (side: RatePeriods) => {
    let units = (side.sofar[to] ?? 0n) - (side.sofar[from] ?? 0n);
    let events = (side.eventsSofar[to] ?? 0) - (side.eventsSofar[from] ?? 0);
    for (const at of broken) {
      units -= side.units[at] ?? 0n;
      events -= (side.eventsSofar[at + 1] ?? 0) - (side.eventsSofar[at] ?? 0);
    }
    return { units, events };
  };
  const own = of(plus);
  const other = minus === undefined ? { units: 0n, events: own.events } : of(minus);
  const whole = to - from - broken.length;
  const conflicts = within(plus.conflicting, { from, to }).length;
  const others = minus === undefined ? 0 : within(minus.conflicting, { from, to }).length;
  return {
    ...{ from, to, whole },
    units: own.units - other.units,
    fewest: Math.min(own.events, other.events),
    isKnown: conflicts + others === 0 && whole > 0 && whole * 100 >= (to - from) * LEAST_COVERED,
  };
}

const NONE: readonly number[] = [];

/** Returns the periods of a stretch that are incomplete for a side. */
function brokenOf(
  { broken }: RatePeriods,
  minus: RatePeriods | undefined,
  stretch: PeriodRange,
): readonly number[] {
  const others = minus?.broken ?? NONE;
  if (broken.length + others.length === 0) return NONE;
  return [...new Set([...within(broken, stretch), ...within(others, stretch)])];
}

function within(indexes: readonly number[], { from, to }: PeriodRange): readonly number[] {
  return indexes.length === 0 ? NONE : indexes.filter((at) => at >= from && at < to);
}

function measureOf({ clock, scale }: Spread, { from, to, ...summed }: Summed): Measure {
  const { period, count, end } = clock;
  const time = summed.whole * period;
  const { isKnown, units, fewest } = summed;
  return {
    ...(isKnown ? ifLong(time, fewest, () => percentOfYear(units, scale, time)) : { value: null }),
    unit: "percent_per_year",
    asOf: end - (count - to) * period,
    counted: summed.whole,
    of: to - from,
    coveredHours: time / HOUR_MS,
    wantedHours: ((to - from) * period) / HOUR_MS,
  };
}

function isLess(a: Summed, b: Summed): boolean {
  return a.units * BigInt(b.whole) < b.units * BigInt(a.whole);
}
