import { DAY_MS, HOUR_MS } from "../../../base/time/periods.js";
import { minus as difference, type Units } from "../../../base/whole.js";
import type { FigureUnknown } from "../figure-unknown.js";
import { RUN_HOURS } from "../funding/run.js";
import { LEAST_COVERED } from "../funding/sum-of-periods.js";
import type { Measure } from "../measure.js";
import { ifLong } from "./funding.js";
import {
  brokenIn,
  countIn,
  hasConflicts,
  type MarketPeriods,
  type PeriodRange,
  unitsIn,
} from "./market-periods.js";
import { percentOfYear, type RankMarket } from "./rate-market.js";
import { type RunClock, runClock } from "./run-clock.js";

/** Settled rates that are added on one clock: of a pair, the short side's minus the long side's. */
export interface Spread {
  readonly clock: RunClock;
  readonly scale: number;
  readonly plus: MarketPeriods<Units>;
  /** Absent for a market by itself. */
  readonly minus?: MarketPeriods<Units> | undefined;
}

const YEARLY = { unit: "percent_per_year", base: "notional" } as const;

/** Lengths of the windows of a rank, days. */
const RANK_DAYS = { "7d": 7, "30d": 30 } as const;
export type RankWindow = keyof typeof RANK_DAYS;

/** Returns the spread of a pair, or the rates of one market, over the periods of the 30 days until a time. */
export function spreadOf(
  [long, short]: readonly [long: RankMarket, short?: RankMarket | undefined],
  scale: number,
  now: number,
): Spread {
  const clock = runClock(short === undefined ? [long] : [long, short], RUN_HOURS["30d"], now);
  const [own, others] = [long.periodsOf(clock), short?.periodsOf(clock)];
  return { clock, scale, plus: others ?? own, ...(others && { minus: own }) };
}

/** Returns the periods of the last days. */
function lastOf({ period, count }: RunClock, window: RankWindow): PeriodRange {
  return {
    from: count - Math.min(count, Math.ceil((RANK_DAYS[window] * DAY_MS) / period)),
    to: count,
  };
}

/** Rates of the periods of a stretch that are complete for both sides. */
interface Summed extends PeriodRange {
  readonly units: Units;
  /** Number of these periods. */
  readonly whole: number;
  /** Why the sum is unknown. */
  readonly unknown: FigureUnknown | undefined;
}

/** Returns the rate of the last days in percent of the notional per year; counted and of are periods. */
export function annualisedOver(spread: Spread, window: RankWindow): Measure {
  return measureOf(spread, summed(spread, lastOf(spread.clock, window)));
}

function summed({ plus, minus }: Spread, range: PeriodRange): Summed {
  const { from, to } = range;
  const sides = minus === undefined ? [plus] : [plus, minus];
  const broken = brokenIn(sides, range);
  const own = unitsIn(plus, range, broken);
  const whole = to - from - broken.length;
  const isCovered = whole * 100 >= (to - from) * LEAST_COVERED;
  return {
    ...{ from, to, whole },
    units: minus === undefined ? own : difference(own, unitsIn(minus, range, broken)),
    unknown: sides.some((side) => hasConflicts(side, range))
      ? "events_conflicting"
      : isCovered
        ? undefined
        : "events_missing",
  };
}

/**
 * Returns the number of settlements of the side that has fewer, incomplete periods included: a window with
 * one is known only from 20 periods on, so at least 19 have settlements.
 */
function fewestOf({ plus, minus }: Spread, range: PeriodRange): number {
  const sides = minus === undefined ? [plus] : [plus, minus];
  return Math.min(...sides.map(({ counted }) => countIn(counted, range)));
}

function measureOf(spread: Spread, { from, to, whole, units, unknown }: Summed): Measure {
  const { clock, scale } = spread;
  const { period, end } = clock;
  const time = whole * period;
  const annualised = () => percentOfYear(units, scale, time);
  const rate: Pick<Measure, "value" | "about" | "unknown"> =
    unknown === undefined
      ? ifLong(time, fewestOf(spread, { from, to }), annualised)
      : { value: null, unknown };
  return {
    ...rate,
    ...(rate.value === null && { unknown: unknown ?? "too_few_settlements" }),
    ...YEARLY,
    asOf: end,
    counted: whole,
    of: to - from,
    coveredHours: time / HOUR_MS,
    wantedHours: ((to - from) * period) / HOUR_MS,
  };
}
