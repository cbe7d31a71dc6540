import { DAY_MS } from "../../base/time/periods.js";
import { RUN_HOURS } from "../funding/run.js";
import { surenessOfPaid } from "../funding/run-uncertainty.js";
import type { PaidLeg } from "../funding/sum-of-periods.js";
import { type RunClock, runClock } from "../market/run-clock.js";
import { type WorstWeek, worstWeekOver } from "../market/worst-week.js";
import type { Measure } from "../measure.js";
import type { heldPair } from "./held.js";
import type { CandidateLeg } from "./leg.js";

const WEEK_MS = 7 * DAY_MS;

/** Returns the legs of a candidate with the periods of a clock. */
export function paidLegs(legs: readonly CandidateLeg[], clock: RunClock): PaidLeg[] {
  return legs.map(({ market, side, quantity }) => ({
    leg: { side, quantity: quantity.toNumber() },
    periods: market.market.periodsOf(clock),
  }));
}

/** Returns the worst 7 days of a candidate, on the 30-day clock of its own markets. */
export function worstWeekOf(legs: readonly CandidateLeg[], now: number): WorstWeek {
  const clock = runClock(marketsOf(legs), RUN_HOURS["30d"], now);
  return worstWeekOver(paidLegs(legs, clock), clock);
}

/**
 * Returns how sure a gain over 7 days is: by the funding of a candidate less that of what is held in each
 * period of 30 days, on the clock of the markets of both.
 */
export function surenessOfGain(
  legs: readonly CandidateLeg[],
  { markets, legsOver }: ReturnType<typeof heldPair>,
  now: number,
): Pick<Measure, "se" | "nEff"> {
  const clock = runClock([...markets, ...marketsOf(legs)], RUN_HOURS["30d"], now);
  const held = legsOver(clock).map(({ leg: { side, quantity }, periods }): PaidLeg => {
    return { leg: { side: side === "long" ? "short" : "long", quantity }, periods };
  });
  return surenessOfPaid({ clock, legs: [...paidLegs(legs, clock), ...held] })(WEEK_MS);
}

function marketsOf(legs: readonly CandidateLeg[]) {
  return legs.map(({ market }) => market.market);
}
