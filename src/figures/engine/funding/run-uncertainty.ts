import { DAY_MS } from "../../../base/time/periods.js";
import { brokenIn } from "../market/market-periods.js";
import { type SurenessOf, surenessOf, UNSURE } from "../market/uncertainty.js";
import { signOf } from "../position/leg.js";
import { type PaidWindow, paidWindow, type RunInputs, type RunPosition } from "./run-legs.js";
import type { PaidLeg } from "./sum-of-periods.js";

const MONTH_HOURS = 720;

/** Returns how sure a run is, by the periods of 30 days. */
export function surenessOfRun(position: RunPosition, inputs: RunInputs): SurenessOf {
  const found = paidWindow(position, inputs, MONTH_HOURS);
  return typeof found === "string" ? UNSURE : surenessOfPaid(found);
}

/** Returns how sure the funding per day of legs is, by the periods of a clock. */
function surenessOfPaid(paid: PaidPeriodsOf): SurenessOf {
  return surenessOf(paidPerDay(paid), paid.clock.period);
}

/** Legs with the periods of a clock. */
type PaidPeriodsOf = Pick<PaidWindow, "clock"> & { readonly legs: readonly PaidLeg[] };

/** Returns the funding of each period, USD per day; null where an event is missing or conflicts. */
function paidPerDay({ legs, clock }: PaidPeriodsOf): (number | null)[] {
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
function paidBy({ leg, periods: { units, scale } }: PaidLeg): (at: number) => number {
  const held = -signOf(leg) * leg.quantity;
  const power = 10 ** scale;
  return (at) => (held * Number(units[at])) / power;
}
