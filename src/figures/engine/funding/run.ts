import { mapValues } from "../../../base/collections.js";
import type { Figure } from "../../../base/decimal.js";
import { DAY_MS, HOUR_MS } from "../../../base/time/periods.js";
import { quotientOf, wholeOf } from "../../../base/whole.js";
import type { Leg } from "../../../client/resources/position.js";
import { coveredBy, known, lacking, type Q } from "../../measure.js";
import { brokenIn } from "../market/periods.js";
import { RHYTHM_MS } from "../market/rhythm.js";
import {
  type PaidLeg,
  type PaidWindow,
  paidByDay,
  paidTogether,
  paidWindow,
  RUN_HOURS,
  type RunInputs,
  type RunPosition,
  sumOfPeriods,
} from "./paid.js";
import { type ErrorOver, errorOfMean } from "./uncertainty.js";

export type RunWindow = keyof typeof RUN_HOURS;

/** Requested history: the longest window, and what determines the spacing of its first events. */
export const RUN_HISTORY_MS = 30 * DAY_MS + RHYTHM_MS;

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
  const { sum, unknown, covered, wanted, conflicting, fewest } = sumOfPeriods(found);
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
  const markets = legs.map(({ periods }) => periods);
  const broken = brokenIn(markets, { from: 0, to: clock.count });
  const unknown = new Set([...broken, ...markets.flatMap(({ conflicting }) => conflicting)]);
  const perDay = DAY_MS / clock.period;
  const paid = legs.map(paidBy);
  return Array.from({ length: clock.count }, (_, at) =>
    unknown.has(at) ? null : paid.reduce((sum, paidIn) => sum + paidIn(at), 0) * perDay,
  );
}

/** Returns a function that returns the funding of a leg in a period, USD. */
function paidBy({ contracts, periods: { units, scale } }: PaidLeg): (at: number) => number {
  const power = 10 ** scale;
  return (at) => (contracts * Number(units[at])) / power;
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
 * Returns the funding of positions together in each of the last 30 times 24 hours at their current size,
 * USD, oldest first; empty unless there are 30. Null for a day with an unknown period.
 * @param positions those with a known run of 30 days
 */
export function daysOfBook(positions: readonly RunPosition[], inputs: RunInputs): Figure[] {
  const paid = paidTogether(positions, inputs);
  const days = paid === undefined ? [] : paidByDay(paid);
  return days.length < DAYS ? [] : days;
}
