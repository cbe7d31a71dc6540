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

/** Windows of a run, hours. */
export const RUN_HOURS = { "24h": 24, "3d": 72, "7d": 168, "30d": 720 } as const;
export type RunWindow = keyof typeof RUN_HOURS;

/** Funding of a position at its current size, from the settled funding of its markets. */
export interface Run {
  /** USD per day over the whole periods of the window, including events before the opening. */
  readonly perDay: Measure;
  /** Sum in USD over the whole periods of the window since the opening. */
  readonly settled: Measure;
  /** Why `settled`, or else `perDay`, is unknown; undefined if both are known. */
  readonly unknown?: "market_unknown" | "funding_unknown" | "not_settled" | undefined;
  /** Opening time if within the window, milliseconds since the epoch. */
  readonly openedWithin?: number | undefined;
  /** Settlements in the window of the leg that has the fewest; an annual rate needs three. */
  readonly fewest: number;
}

/** Returns the settled funding of a market, newest or oldest first; undefined if unavailable. */
export type HistoryOf = (marketId: number) => readonly FundingPoint[] | undefined;

export interface RunInputs {
  readonly historyOf: HistoryOf;
  /** The time of the service, milliseconds since the epoch. */
  readonly now: number;
}

/** The fields of a position that a run needs. */
export type RunPosition = Pick<Position, "status" | "opened_at" | "legs">;

/** Minimum share of the wanted time for a known figure, percent. */
const LEAST_COVERED = 95;

const DECIMALS = 8;

/** A held leg with the periods of its market. */
interface PaidLeg {
  readonly leg: LegSummary;
  readonly periods: readonly PaidPeriod[];
}

/**
 * Sums the settled funding of the held legs' markets over whole periods, at the current quantity:
 * Σ −sign × quantity × mark price at the event × rate. Periods that are incomplete for a leg are left
 * out. Pass the same history arrays for all windows of a round, since each array is prepared once.
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

/** Sums the periods, from an index on, that are complete for all legs. */
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

/** Returns the funding of a leg from a period on, without the broken periods, USD. */
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
