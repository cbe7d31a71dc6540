import { DAY_MS, YEAR_MS } from "../../../base/time/periods.js";
import { quotientOf } from "../../../base/whole.js";
import { coveredBy, lacking, type Q } from "../../measure.js";
import { type PeriodRange, type RunClock, runClock } from "./clock.js";
import {
  brokenIn,
  countIn,
  hasConflicts,
  LEAST_COVERED,
  type Market,
  type MarketPeriods,
  unitsIn,
} from "./periods.js";
import { yearly } from "./summary.js";

/** Settled rates that are added on one clock: of a pair, the short side's minus the long side's. */
export interface Spread {
  readonly clock: RunClock;
  readonly received: MarketPeriods;
  /** Absent for a market by itself. */
  readonly paid?: MarketPeriods | undefined;
}

const DAYS = { "7d": 7, "30d": 30 } as const;
export type SpreadWindow = keyof typeof DAYS;

/** Returns the spread of a pair, or the rates of one market, over the periods of the 30 days until a time. */
export function spreadOf(now: number, long: Market, short?: Market): Spread {
  const clock = runClock(short === undefined ? [long] : [long, short], DAYS["30d"] * 24, now);
  if (short === undefined) return { clock, received: long.ratesOf(clock) };
  return { clock, received: short.ratesOf(clock), paid: long.ratesOf(clock) };
}

/** Returns the rate of the last days in percent of the notional per year; counted and of are periods. */
export function annualisedOver({ clock, received, paid }: Spread, window: SpreadWindow): Q {
  const range = lastOf(clock, window);
  const sides = paid === undefined ? [received] : [received, paid];
  const broken = brokenIn(sides, range);
  const of = range.to - range.from;
  const counted = of - broken.length;
  const time = counted * clock.period;
  const evidence = { asOf: clock.end, counted, of, ...coveredBy(time, of * clock.period) };
  if (sides.some((side) => hasConflicts(side, range))) {
    return lacking("events_conflicting", evidence);
  }
  if (counted * 100 < of * LEAST_COVERED) return lacking("events_missing", evidence);
  const scale = Math.max(...sides.map((side) => side.scale));
  const sumOf = (side: MarketPeriods) =>
    unitsIn(side, range, broken) * 10n ** BigInt(scale - side.scale);
  // A window is known from 20 periods on, so that at least 19 of a market have settlements.
  const fewest = Math.min(...sides.map((side) => countIn(side, range)));
  const percent = () => {
    const sum = sumOf(received) - (paid === undefined ? 0n : sumOf(paid));
    return quotientOf(sum * PERCENT_OF_YEAR, BigInt(time), -scale);
  };
  return yearly(time, fewest, percent, evidence);
}

const PERCENT_OF_YEAR = BigInt(YEAR_MS) * 100n;

/** Returns the periods of the last days. */
function lastOf({ period, count }: RunClock, window: SpreadWindow): PeriodRange {
  return {
    from: count - Math.min(count, Math.ceil((DAYS[window] * DAY_MS) / period)),
    to: count,
  };
}
