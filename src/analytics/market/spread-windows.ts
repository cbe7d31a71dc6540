import { DAY_MS, HOUR_MS, YEAR_MS } from "../../base/time/periods.js";
import { minus as difference, type Units } from "../../base/whole.js";
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
import { type SurenessOf, UNSURE } from "./uncertainty.js";
import { apartOf, weeksOf } from "./weeks.js";
import type { WorstWeek } from "./worst-week.js";

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
export const RANK_DAYS = { "1d": 1, "3d": 3, "7d": 7, "30d": 30 } as const;
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

/** Returns the sum over all periods, whatever is covered, in units. */
export function sumOfAll(spread: Spread): Units {
  return summed(spread, { from: 0, to: spread.clock.count }).units;
}

/** Returns the rate of each period, percent of notional a year; null if an event is missing or conflicts. */
export function ratesOf({ clock: { period, count }, scale, plus, minus }: Spread) {
  const sides = minus === undefined ? [plus] : [plus, minus];
  const unknown = new Set(brokenIn(sides, { from: 0, to: count }));
  for (const { conflicting } of sides) for (const at of conflicting) unknown.add(at);
  const aUnit = ((YEAR_MS / period) * 100) / 10 ** scale;
  return plus.units.map((own, at) => {
    if (unknown.has(at)) return null;
    const other = minus?.units[at];
    return Number(other === undefined ? own : difference(own, other)) * aUnit;
  });
}

/** Returns the rate of the last days in percent of the notional per year; counted and of are periods. */
export function annualisedOver(
  spread: Spread,
  window: RankWindow,
  sureness: SurenessOf = UNSURE,
): Measure {
  const range = lastOf(spread.clock, window);
  const found = measureOf(spread, summed(spread, range));
  const length = (range.to - range.from) * spread.clock.period;
  return found.value === null ? found : { ...found, ...sureness(length) };
}

/**
 * Returns the least annualised rate over (E - 7d - k days, E - k days], k = 0 to 23.
 * src/features/rank/explain.md, "Rank".
 */
export function worstWeekOver(spread: Spread): WorstWeek {
  const { period, count, end } = spread.clock;
  const weeks = weeksOf(spread.clock).map((week) => summed(spread, week));
  const known = weeks.filter(
    ({ unknown, whole, from, to }) => unknown === undefined && whole === to - from,
  );
  const counts = { counted: known.length, of: weeks.length };
  const [first] = known;
  if (first === undefined) {
    const isConflicting = weeks.some((week) => week.unknown === "events_conflicting");
    const unknown = isConflicting ? "events_conflicting" : "events_missing";
    return { value: null, ...YEARLY, asOf: end, ...counts, independent: 0, unknown };
  }
  const bound = known.length < weeks.length ? ("at_most" as const) : undefined;
  const worst = known.reduce((least, week) => (week.units < least.units ? week : least), first);
  return {
    ...measureOf(spread, worst),
    ...{ ...counts, bound },
    independent: apartOf(known),
    until: end - (count - worst.to) * period,
  };
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
