import { Big } from "big.js";
import { decimal } from "../base/decimal.js";
import { DAY_MS, HOUR_MS } from "../base/periods.js";
import { instantOf } from "../client/listing/record-time.js";
import type { FundingPoint } from "../client/resources/funding.js";
import type { LegSummary, Position } from "../client/resources/position.js";
import { hasNegativeQuantity, heldLegs } from "./held.js";
import { signOf } from "./leg.js";
import type { Measure, Unit } from "./measure.js";
import { type RunClock, runClock } from "./run-clock.js";
import { marketOf, type PaidPeriod, type RunMarket } from "./run-market.js";

/** The windows that a run is told over, in hours. */
export const RUN_HOURS = { "24h": 24, "3d": 72, "7d": 168, "30d": 720 } as const;
export type RunWindow = keyof typeof RUN_HOURS;

/** What the settled funding of a position's markets says that it is paid at today's size. */
export interface Run {
  /** USD a day over the whole periods of the window, events before the opening included. */
  readonly perDay: Measure;
  /** USD settled in the whole periods of the window since the opening: summed, not divided. */
  readonly settled: Measure;
  /** Why `settled` is not known or, where it is, why `perDay` is not; undefined when both are. */
  readonly unknown?: "market_unknown" | "funding_unknown" | "not_settled" | undefined;
  /** The opening, where it lies within the window; milliseconds since the epoch. */
  readonly openedWithin?: number | undefined;
  /** Settlements in the window of the leg that has the fewest: a year's worth takes three. */
  readonly fewest: number;
}

/** Settled funding of a market, newest or oldest first; undefined when it could not be had. */
export type HistoryOf = (marketId: number) => readonly FundingPoint[] | undefined;

export interface RunInputs {
  readonly historyOf: HistoryOf;
  /** The time of the service, milliseconds since the epoch. */
  readonly now: number;
}

/** A position as far as a run looks at it. */
export type RunPosition = Pick<Position, "status" | "opened_at" | "legs">;

/** Below this share of the wanted time a figure is not known, percent. */
const LEAST_COVERED = 95;

const DECIMALS = 8;

/** A held leg with the periods of its market. */
interface PaidLeg {
  readonly leg: LegSummary;
  readonly periods: readonly PaidPeriod[];
}

/**
 * Sums the settled funding of the held legs' markets over whole periods, at the quantity of now:
 * Σ −sign × quantity × mark price at the event × rate. A period with a hole in any leg is in no sum.
 * The windows of one round should be asked with the same history arrays: each is prepared once.
 * docs/analytics.md, "Run".
 */
export function runOf(
  position: RunPosition,
  { historyOf, now }: RunInputs,
  window: RunWindow,
): Run {
  const held = heldLegs(position);
  if (held.some(({ market_id }) => market_id === null)) return unknownRun("market_unknown");
  const markets = held.map((leg) => marketOfLeg(leg, historyOf));
  const known = markets.filter((market) => market !== undefined);
  if (known.length === 0 || known.length < held.length || hasNegativeQuantity(position)) {
    return unknownRun("funding_unknown");
  }
  const clock = runClock(known, RUN_HOURS[window], now);
  const legs = held.map((leg, index) => ({ leg, periods: known[index]?.periodsOf(clock) ?? [] }));
  return runOver(legs, clock, instantOf(position.opened_at));
}

function runOver(legs: readonly PaidLeg[], clock: RunClock, opened: number): Run {
  const { period, count, end } = clock;
  const start = end - count * period;
  const since = Math.min(count, Math.max(0, Math.ceil((opened - start) / period)));
  const all = sumFrom(legs, clock, 0);
  const own = sumFrom(legs, clock, since);
  const perDay = all.sum?.times(DAY_MS).div(all.covered).round(DECIMALS, Big.roundHalfEven) ?? null;
  const unknown = since === count ? "not_settled" : "funding_unknown";
  return {
    perDay: measureOf(perDay, "usd_per_day", all, end),
    settled: measureOf(own.sum, "usd", own, end),
    unknown: perDay === null || own.sum === null ? unknown : undefined,
    openedWithin: opened > start ? opened : undefined,
    fewest: all.fewest,
  };
}

interface Summed {
  /** USD; null where too little is covered, or events conflict. */
  readonly sum: Big | null;
  /** Milliseconds. */
  readonly covered: number;
  readonly wanted: number;
  /** Events of the leg that has the least of its own. */
  readonly counted: number;
  readonly of: number;
  /** The least number of events that a leg has. */
  readonly fewest: number;
}

/** Adds up the periods from one on that are whole for all legs. */
function sumFrom(legs: readonly PaidLeg[], { period, count }: RunClock, from: number): Summed {
  const broken: number[] = [];
  for (let index = from; index < count; index++) {
    if (!legs.every(({ periods }) => periods[index]?.paid)) broken.push(index);
  }
  const wanted = (count - from) * period;
  const covered = wanted - broken.length * period;
  const conflicting = legs.some(({ periods }) => periods.slice(from).some((it) => it.conflicting));
  const enough = covered > 0 && covered * 100 >= wanted * LEAST_COVERED && !conflicting;
  const paid = (leg: PaidLeg) => paidTo(leg, from, broken);
  const sum = enough ? legs.reduce((total, leg) => total.plus(paid(leg)), new Big(0)) : null;
  return { sum, covered, wanted, ...leastComplete(legs, from) };
}

/** What a leg was paid from a period on, without those that have a hole in any leg. */
function paidTo({ leg, periods }: PaidLeg, from: number, broken: readonly number[]): Big {
  const all = periods.at(-1)?.sofar ?? new Big(0);
  const before = from === 0 ? 0 : (periods[from - 1]?.sofar ?? 0);
  const left = broken.reduce((sum, index) => sum.plus(periods[index]?.paid ?? 0), new Big(0));
  return all.minus(before).minus(left).times(decimal(leg.quantity)).times(-signOf(leg));
}

function leastComplete(
  legs: readonly PaidLeg[],
  from: number,
): Pick<Summed, "counted" | "of" | "fewest"> {
  const tallies = legs.map(({ periods }) =>
    periods
      .slice(from)
      .reduce((sum, it) => ({ counted: sum.counted + it.counted, of: sum.of + it.of }), {
        counted: 0,
        of: 0,
      }),
  );
  const least = tallies.reduce((least, it) =>
    it.counted * least.of < least.counted * it.of ? it : least,
  );
  return { ...least, fewest: Math.min(...tallies.map(({ counted }) => counted)) };
}

function marketOfLeg({ market_id }: LegSummary, historyOf: HistoryOf): RunMarket | undefined {
  return market_id === null ? undefined : marketOf(historyOf(market_id));
}

function measureOf(value: Big | null, unit: Unit, summed: Summed, asOf: number): Measure {
  const { counted, of, covered, wanted } = summed;
  return {
    value,
    unit,
    asOf,
    counted,
    of,
    coveredHours: covered / HOUR_MS,
    wantedHours: wanted / HOUR_MS,
  };
}

function unknownRun(unknown: NonNullable<Run["unknown"]>): Run {
  return {
    perDay: { value: null, unit: "usd_per_day" },
    settled: { value: null, unit: "usd" },
    unknown,
    fewest: 0,
  };
}
