import { DAY_MS } from "../../base/time/periods.js";
import { brokenIn } from "../market/market-periods.js";
import type { RunClock } from "../market/run-clock.js";
import { standardError, uncertaintyOf } from "../market/uncertainty.js";
import type { Measure } from "../measure.js";
import { signOf } from "../position/leg.js";
import { type PaidWindow, paidWindow, type RunInputs, type RunPosition } from "./run-legs.js";
import type { PaidLeg } from "./sum-of-periods.js";

const MONTH_HOURS = 720;

/** Returns how sure the mean over a window is. @param windowMs length of the window, milliseconds */
export type SurenessOf = (windowMs: number) => Pick<Measure, "se" | "nEff">;

/** Nothing is known of how sure a figure is. */
export const UNSURE: SurenessOf = () => ({});

/**
 * Returns how sure the funding per day of a position is, by the whole periods of the last 30 days.
 * docs/reference/figures/list.md, "Uncertainty".
 */
export function surenessOfRun(position: RunPosition, inputs: RunInputs): SurenessOf {
  const found = paidWindow(position, inputs, MONTH_HOURS);
  return typeof found === "string" ? UNSURE : surenessOf(paidPerDay(found), found.clock);
}

/** Returns the same of values per day in the periods of a clock; null where one is unknown. */
export function surenessOf(
  values: readonly (number | null)[],
  { period }: Pick<RunClock, "period">,
): SurenessOf {
  const found = uncertaintyOf(values, period / DAY_MS);
  if (found === undefined) return UNSURE;
  return (windowMs) => ({
    se: standardError(found, Math.ceil(windowMs / period)),
    nEff: found.nEff,
  });
}

/** Returns the funding of each period, USD per day; null where an event is missing or conflicts. */
export function paidPerDay({ legs, clock }: PaidWindow): (number | null)[] {
  const markets = legs.map(({ periods }) => periods);
  const broken = brokenIn(markets, { from: 0, to: clock.count });
  const unknown = new Set([...broken, ...markets.flatMap(({ conflicting }) => conflicting)]);
  const perDay = DAY_MS / clock.period;
  return Array.from({ length: clock.count }, (_, at) =>
    unknown.has(at) ? null : legs.reduce((sum, leg) => sum + paidIn(leg, at), 0) * perDay,
  );
}

function paidIn({ leg, periods }: PaidLeg, at: number): number {
  return (-signOf(leg) * leg.quantity * Number(periods.units[at])) / 10 ** periods.scale;
}
