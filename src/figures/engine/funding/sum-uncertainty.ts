import { runClock } from "../market/run-clock.js";
import { marketOf } from "../market/run-market.js";
import { heldLegs } from "../position/held-legs.js";
import { signOf } from "../position/leg.js";
import { RUN_HOURS } from "./run.js";
import type { PaidWindow, RunInputs, RunPosition } from "./run-legs.js";
import type { Sized } from "./sum-of-periods.js";

/** Nets positions with known funding by market, over 30 days; undefined without a market. */
export function paidTogether(
  positions: readonly RunPosition[],
  { historyOf, now }: RunInputs,
): PaidWindow<Sized> | undefined {
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
