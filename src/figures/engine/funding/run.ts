import { mapValues } from "../../../base/collections.js";
import type { Figure } from "../../../base/decimal.js";
import { DAY_MS, HOUR_MS } from "../../../base/time/periods.js";
import { quotientOf, wholeOf } from "../../../base/whole.js";
import type { Leg, Position } from "../../../client/resources/position.js";
import type { MarketEvent } from "../../credible/settled-event.js";
import { coveredBy, known, lacking, type Q } from "../../measure.js";
import {
  daysOf,
  type Market,
  marketOf,
  type RunClock,
  runClock,
  sumOfPeriods,
  type Weighted,
} from "../market/periods.js";
import { RHYTHM_MS } from "../market/rhythm.js";
import { heldLegs, signOf, whyUncountable } from "../position/legs.js";

/** Windows of a run, hours. */
export const RUN_HOURS = { "24h": 24, "7d": 168, "30d": 720 } as const;
export type RunWindow = keyof typeof RUN_HOURS;

/** Requested history: the longest window, and what determines the spacing of its first events. */
export const RUN_HISTORY_MS = 30 * DAY_MS + RHYTHM_MS;

/** Returns the credible settled events of a market, in any order; undefined if unavailable. */
export type HistoryOf = (marketId: number) => readonly MarketEvent[] | undefined;

export interface RunInputs {
  readonly historyOf: HistoryOf;
  /** The time of the service, milliseconds since the epoch. */
  readonly now: number;
}

/** The fields of a position that a run needs. */
export type RunPosition = Pick<Position, "status" | "legs">;

/** What is held of a market, with what it paid for a contract in the periods of a window. */
interface PaidLeg extends Weighted {
  /** Undefined for what several positions hold. */
  readonly leg?: Leg;
  readonly market: Market;
}

interface PaidWindow {
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
    return market === undefined ? [] : [{ leg, weight: -signOf(leg) * leg.quantity, market }];
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
  const markets = funded.map(({ market }) => market);
  const clock = runClock(markets, hours, now);
  return { clock, legs: funded.map((it) => ({ ...it, periods: it.market.paymentsOf(clock) })) };
}

/** Funding of a position at its current size, from the settled funding of its markets. */
export interface Run {
  /** USD per day over the whole periods of the window, including events before the opening. */
  readonly perDay: Q;
  /** Legs whose events in the window conflict, so that `perDay` is unknown. */
  readonly conflicting: readonly Leg[];
  /** Settlements in the window of the leg that has the fewest; an annual rate needs three. */
  readonly fewest: number;
}

/**
 * Sums the settled funding of the held legs' markets over whole periods, at the current quantity:
 * Σ -sign × quantity × mark price at the event × rate. Periods that are incomplete for a leg are left
 * out. Pass the same history arrays for all windows of a round, since each array is prepared once.
 */
export function runOf(
  position: RunPosition,
  inputs: RunInputs,
  window: RunWindow,
  errorOver: ErrorOver = () => undefined,
): Run {
  const found = paidWindow(position, inputs, RUN_HOURS[window]);
  if (typeof found === "string") return { perDay: lacking(found), conflicting: [], fewest: 0 };
  const { sum, unknown, covered, wanted, fewest, ...off } = sumOfPeriods(found.legs, found.clock);
  const conflicting = off.conflicting.flatMap(({ leg }) => leg ?? []);
  const evidence = { asOf: found.clock.end, ...coveredBy(covered, wanted) };
  if (sum === null) return { perDay: lacking(unknown, evidence), conflicting, fewest };
  const { units, exponent } = wholeOf(sum);
  const perDay = quotientOf(units * BigInt(DAY_MS), BigInt(covered), exponent);
  const se = errorOver(RUN_HOURS[window] * HOUR_MS);
  return { perDay: known(perDay, { ...evidence, se }), conflicting, fewest };
}

/** Returns the runs of a position over all windows, with their errors by the periods of 30 days. */
export function runsOverWindows(
  position: RunPosition,
  inputs: RunInputs,
): Readonly<Record<RunWindow, Run>> {
  const month = paidWindow(position, inputs, RUN_HOURS["30d"]);
  const errorOver =
    typeof month === "string" ? undefined : errorOfMean(paidPerDay(month), month.clock.period);
  return mapValues(RUN_HOURS, (_, window) => runOf(position, inputs, window, errorOver));
}

/** Returns the funding of each period, USD per day; null where an event is missing or conflicts. */
function paidPerDay({ legs, clock }: PaidWindow): (number | null)[] {
  const unknown = new Set(
    legs.flatMap(({ periods }) => [...periods.broken, ...periods.conflicting]),
  );
  const perDay = DAY_MS / clock.period;
  const each = legs.map(({ weight, periods: { units, scale } }) => {
    const power = 10 ** scale;
    return (at: number) => (weight * Number(units[at])) / power;
  });
  return Array.from({ length: clock.count }, (_, at) =>
    unknown.has(at) ? null : each.reduce((sum, paidIn) => sum + paidIn(at), 0) * perDay,
  );
}

const LEAST_DAYS = 10;

/**
 * Returns what each of the last 30 times 24 hours paid at the current quantity, USD, the oldest first, null
 * for a day with an unknown period; empty if too few are known.
 */
export function paidDaysOf(position: RunPosition, inputs: RunInputs): readonly Figure[] {
  const found = paidWindow(position, inputs, RUN_HOURS["30d"]);
  const days = typeof found === "string" ? [] : paidByDay(found);
  return days.filter((it) => it !== null).length < LEAST_DAYS ? [] : days;
}

const DAYS = 30;

/**
 * Returns the funding of positions together, netted by market, in each of the last 30 times 24 hours at their
 * current size, USD, oldest first; empty unless there are 30. Null for a day with an unknown period.
 * @param positions those with a known run of 30 days
 */
export function daysOfBook(
  positions: readonly RunPosition[],
  { historyOf, now }: RunInputs,
): Figure[] {
  const held = new Map<number, number>();
  for (const { market_id, quantity, ...leg } of positions.flatMap(heldLegs)) {
    if (market_id === null) continue;
    held.set(market_id, (held.get(market_id) ?? 0) - signOf(leg) * quantity);
  }
  const funded = [...held].flatMap(([id, weight]) => {
    const market = marketOf(historyOf(id));
    return market === undefined ? [] : [{ weight, market }];
  });
  const days = funded.length === 0 ? [] : paidByDay(inWindow(funded, RUN_HOURS["30d"], now));
  return days.length < DAYS ? [] : days;
}

/** Returns the sum of each day of 24 hours, USD, the oldest first; null for a day with an unknown period. */
function paidByDay({ legs, clock }: PaidWindow): Figure[] {
  const days = daysOf(clock).map((day) => {
    const { sum, covered, wanted } = sumOfPeriods(legs, clock, day);
    return covered < wanted ? null : sum;
  });
  return days.reverse();
}

/**
 * Returns the standard error of the mean over a window, in the unit of the values; undefined where nothing is
 * known of it. @param windowMs length of the window, milliseconds
 */
type ErrorOver = (windowMs: number) => number | undefined;

const LEAST_PERIODS = 8;
const MOST_PERSISTENT = 0.97;
const LEAST_INDEPENDENT = 2;

/**
 * Returns how sure the means of values of successive periods are, which are persistent from period to period:
 * first-order autocorrelation γ_1 ÷ γ_0, corrected for its bias, n_eff = n(1 - ρ) ÷ (1 + ρ). Nothing is known
 * with fewer than 8 known periods or 10 days, or of values so large that their squares are not finite.
 * @param values null where one is unknown, oldest first
 * @param period length of a period, milliseconds
 * @internal exported for tests
 */
export function errorOfMean(values: readonly (number | null)[], period: number): ErrorOver {
  const known = values.filter((it) => it !== null);
  const n = known.length;
  if (n < LEAST_PERIODS || n * period < LEAST_DAYS * DAY_MS) return () => undefined;
  if (known.every((it) => it === known[0])) return () => 0;
  const mean = known.reduce((sum, it) => sum + it, 0) / n;
  const variance = known.reduce((sum, it) => sum + (it - mean) ** 2, 0) / n;
  const shared = values.reduce((sum: number, it, at) => {
    const before = values[at - 1] ?? null;
    return it === null || before === null ? sum : sum + (it - mean) * (before - mean);
  }, 0);
  const r = shared / n / variance;
  const rho = Math.min(Math.max(r + (1 + 3 * r) / n, 0), MOST_PERSISTENT);
  const free = (1 - rho) / (1 + rho);
  const nEff = Math.max(n * free, LEAST_INDEPENDENT);
  const independence = Math.max(free, LEAST_INDEPENDENT / n);
  const sigma = Math.sqrt((variance * nEff) / (nEff - 1));
  if (!Number.isFinite(sigma)) return () => undefined;
  return (windowMs) => sigma / Math.sqrt(Math.max(1, Math.ceil(windowMs / period) * independence));
}
