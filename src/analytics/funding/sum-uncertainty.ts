import { type RunClock, runClock } from "../market/run-clock.js";
import { marketOf } from "../market/run-market.js";
import { type SurenessOf, UNSURE } from "../market/uncertainty.js";
import { heldLegs } from "../position/held-legs.js";
import { signOf } from "../position/leg.js";
import { RUN_HOURS } from "./run.js";
import type { RunInputs, RunPosition } from "./run-legs.js";
import { surenessOfPaid } from "./run-uncertainty.js";
import type { PaidLeg } from "./sum-of-periods.js";

/** What the funding of positions together is of: the net quantity in each market, and the clock of the slowest. */
export interface PaidTogether {
  readonly legs: readonly PaidLeg[];
  readonly clock: RunClock;
}

/**
 * Returns what the funding of positions together is of, over 30 days; undefined without a market.
 * @param positions with known funding
 */
export function paidTogether(
  positions: readonly RunPosition[],
  { historyOf, now }: RunInputs,
): PaidTogether | undefined {
  const held = new Map<number, number>();
  for (const { market_id, quantity, ...leg } of positions.flatMap(heldLegs)) {
    if (market_id === null) continue;
    held.set(market_id, (held.get(market_id) ?? 0) + signOf(leg) * quantity);
  }
  const markets = [...held].flatMap(([id, quantity]) => {
    const market = marketOf(historyOf(id));
    return market === undefined ? [] : [{ market, leg: { side: "long", quantity } as const }];
  });
  if (markets.length === 0) return undefined;
  const clock = runClock(
    markets.map(({ market }) => market),
    RUN_HOURS["30d"],
    now,
  );
  return {
    legs: markets.map(({ market, leg }) => ({ leg, periods: market.periodsOf(clock) })),
    clock,
  };
}

/**
 * Returns how sure the funding per day of several positions together is, by the sums of their funding
 * in the periods of the slowest of their markets, never by their own errors: they are not independent.
 * docs/reference/figures/status.md, "Now".
 * @param positions with known funding
 */
export function surenessOfSum(positions: readonly RunPosition[], inputs: RunInputs): SurenessOf {
  const paid = paidTogether(positions, inputs);
  return paid === undefined ? UNSURE : surenessOfPaid(paid);
}
