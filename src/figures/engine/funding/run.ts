import type { Big } from "big.js";
import { mapValues } from "../../../base/collections.js";
import { DAY_MS, HOUR_MS } from "../../../base/time/periods.js";
import { instantOf } from "../../../client/listing/record-time.js";
import type { Leg } from "../../../client/resources/position.js";
import { RHYTHM_MS } from "../market/rhythm.js";
import { type Sureness, type SurenessOf, UNSURE } from "../market/uncertainty.js";
import type { Measure, Unit } from "../measure.js";
import { type PaidWindow, paidWindow, type RunInputs, type RunPosition } from "./run-legs.js";
import { surenessOfRun } from "./run-uncertainty.js";
import { coverageOf, type PaidSum, perDayOf, sumOfPeriods } from "./sum-of-periods.js";

/** Windows of a run, hours. */
export const RUN_HOURS = { "24h": 24, "7d": 168, "30d": 720 } as const;
export type RunWindow = keyof typeof RUN_HOURS;

/** Requested history: the longest window, and what determines the spacing of its first events. */
export const RUN_HISTORY_MS = 30 * DAY_MS + RHYTHM_MS;

/** Funding of a position at its current size, from the settled funding of its markets. */
export interface Run {
  /** USD per day over the whole periods of the window, including events before the opening. */
  readonly perDay: Measure;
  /** Sum in USD over the whole periods of the window since the opening. */
  readonly settled: Measure;
  /** Why `settled`, or else `perDay`, is unknown; undefined if both are known. */
  readonly unknown?: "market_unknown" | "funding_unknown" | "not_settled" | undefined;
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
  sureness: SurenessOf = UNSURE,
): Run {
  const found = paidWindow(position, inputs, RUN_HOURS[window]);
  if (typeof found === "string") return unknownRun(found);
  const sure = sureness(RUN_HOURS[window] * HOUR_MS);
  return runOver(found, instantOf(position.opened_at), sure);
}

/** Returns the runs of a position over all windows. */
export function runsOverWindows(
  position: RunPosition,
  inputs: RunInputs,
): Readonly<Record<RunWindow, Run>> {
  const sureness = surenessOfRun(position, inputs);
  return mapValues(RUN_HOURS, (_, window) => runOf(position, inputs, window, sureness));
}

function runOver({ legs, clock }: PaidWindow, opened: number, sure: Sureness): Run {
  const { period, count, end } = clock;
  const start = end - count * period;
  const since = Math.min(count, Math.max(0, Math.ceil((opened - start) / period)));
  const all = sumOfPeriods(legs, period, { from: 0, to: count });
  const own = since === 0 ? all : sumOfPeriods(legs, period, { from: since, to: count });
  const perDay = perDayOf(all);
  const isSettled = since < count;
  const unknown = isSettled ? "funding_unknown" : "not_settled";
  return {
    perDay: measureOf(perDay, "usd_per_day", all, end, perDay === null ? {} : sure),
    settled: measureOf(own.sum, "usd", isSettled ? own : { ...own, unknown }, end),
    unknown: perDay === null || own.sum === null ? unknown : undefined,
    conflicting: all.conflicting,
    fewest: all.fewest,
  };
}

function measureOf(
  value: Big | null,
  unit: Unit,
  summed: PaidSum,
  asOf: number,
  sure: Sureness = {},
): Measure {
  return { value, unit, asOf, unknown: summed.unknown, ...coverageOf(summed), ...sure };
}

function unknownRun(unknown: NonNullable<Run["unknown"]>): Run {
  return {
    perDay: { value: null, unit: "usd_per_day", unknown },
    settled: { value: null, unit: "usd", unknown },
    unknown,
    conflicting: [],
    fewest: 0,
  };
}
