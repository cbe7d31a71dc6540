import { Big } from "big.js";
import type { Figure } from "../../../base/decimal.js";
import { decimalOf } from "../../../base/whole.js";
import type { Leg, Position } from "../../../client/resources/position.js";
import type { MarketEvent } from "../../credible/settled-event.js";
import type { Unknown } from "../../unknown.js";
import { daysOf, type PeriodRange, type RunClock, runClock } from "../market/clock.js";
import {
  brokenIn,
  countIn,
  hasConflicts,
  LEAST_COVERED,
  type Market,
  type MarketPeriods,
  marketOf,
  unitsIn,
} from "../market/periods.js";
import { heldLegs, signOf, whyUncountable } from "../position/legs.js";

/** Windows of a run, hours. */
export const RUN_HOURS = { "24h": 24, "7d": 168, "30d": 720 } as const;

/** Returns the credible settled events of a market, in any order; undefined if unavailable. */
export type HistoryOf = (marketId: number) => readonly MarketEvent[] | undefined;

export interface RunInputs {
  readonly historyOf: HistoryOf;
  /** The time of the service, milliseconds since the epoch. */
  readonly now: number;
}

/** The fields of a position that a run needs. */
export type RunPosition = Pick<Position, "status" | "legs">;

/** What is held of a market, with the periods of a window. */
export interface PaidLeg {
  /** Undefined for what several positions hold. */
  readonly leg?: Leg;
  /** Contracts held short; below zero long ones. */
  readonly contracts: number;
  readonly market: Market;
  readonly periods: MarketPeriods;
}

/** Held legs with the periods of a window. */
export interface PaidWindow {
  readonly clock: RunClock;
  readonly legs: readonly PaidLeg[];
}

/**
 * Returns the settled funding of the held legs' markets in the periods of a window that ends now, or why it
 * is unknown. @param hours length of the window
 */
export function paidWindow(
  position: RunPosition,
  { historyOf, now }: RunInputs,
  hours: number,
): PaidWindow | "market_unknown" | "funding_unknown" {
  const held = heldLegs(position);
  if (held.some(({ market_id }) => market_id === null)) return "market_unknown";
  const funded = held.flatMap((leg) => {
    const market = leg.market_id === null ? undefined : marketOf(historyOf(leg.market_id));
    return market === undefined ? [] : [{ leg, contracts: -signOf(leg) * leg.quantity, market }];
  });
  const isUncountable = whyUncountable(position) !== undefined;
  if (funded.length === 0 || funded.length < held.length || isUncountable) {
    return "funding_unknown";
  }
  return inWindow(funded, hours, now);
}

function inWindow(
  funded: readonly Omit<PaidLeg, "periods">[],
  hours: number,
  now: number,
): PaidWindow {
  const clock = runClock(
    funded.map(({ market }) => market),
    hours,
    now,
  );
  return { clock, legs: funded.map((it) => ({ ...it, periods: it.market.paymentsOf(clock) })) };
}

/** Nets positions with known funding by market, over 30 days; undefined without a market. */
export function paidTogether(
  positions: readonly RunPosition[],
  { historyOf, now }: RunInputs,
): PaidWindow | undefined {
  const held = new Map<number, number>();
  for (const { market_id, quantity, ...leg } of positions.flatMap(heldLegs)) {
    if (market_id === null) continue;
    held.set(market_id, (held.get(market_id) ?? 0) - signOf(leg) * quantity);
  }
  const funded = [...held].flatMap(([id, contracts]) => {
    const market = marketOf(historyOf(id));
    return market === undefined ? [] : [{ contracts, market }];
  });
  return funded.length === 0 ? undefined : inWindow(funded, RUN_HOURS["30d"], now);
}

/** Funding of several legs over several periods. */
export interface PaidSum {
  /** USD; null if too little is covered or events conflict. */
  readonly sum: Figure;
  /** Why the sum is null. */
  readonly unknown: Unknown | undefined;
  /** Legs with conflicting events. */
  readonly conflicting: readonly Leg[];
  /** Milliseconds. */
  readonly covered: number;
  readonly wanted: number;
  /** Smallest number of events of a leg. */
  readonly fewest: number;
}

/** Sums the funding of the periods that are complete for all legs. @param range default: all periods */
export function sumOfPeriods(
  { legs, clock: { period, count } }: PaidWindow,
  range: PeriodRange = { from: 0, to: count },
): PaidSum {
  const broken = brokenIn(
    legs.map(({ periods }) => periods),
    range,
  );
  const wanted = (range.to - range.from) * period;
  const covered = wanted - broken.length * period;
  const conflicting = legs.filter(({ periods }) => hasConflicts(periods, range));
  const isEnough = covered > 0 && covered * 100 >= wanted * LEAST_COVERED;
  const why = isEnough ? undefined : "events_missing";
  const unknown = conflicting.length > 0 ? "events_conflicting" : why;
  const paidTo = ({ periods, contracts }: PaidLeg) =>
    decimalOf(unitsIn(periods, range, broken), -periods.scale).times(contracts);
  return {
    sum: unknown === undefined ? legs.reduce((all, it) => all.plus(paidTo(it)), new Big(0)) : null,
    unknown,
    conflicting: conflicting.flatMap(({ leg }) => leg ?? []),
    covered,
    wanted,
    fewest: Math.min(...legs.map(({ periods }) => countIn(periods, range))),
  };
}

/** Returns the sum of each day of 24 hours, USD, the oldest first; null for a day with an unknown period. */
export function paidByDay(paid: PaidWindow): Figure[] {
  const days = daysOf(paid.clock).map((day) => {
    const { sum, covered, wanted } = sumOfPeriods(paid, day);
    return covered < wanted ? null : sum;
  });
  return days.reverse();
}
