import { Big } from "big.js";
import { RUN_HOURS } from "../funding/run.js";
import type { RunInputs } from "../funding/run-legs.js";
import { LEAST_COVERED } from "../funding/sum-of-periods.js";
import { brokenIn, hasConflicts } from "../market/market-periods.js";
import { type RunClock, runClock } from "../market/run-clock.js";
import { marketOf, type RunMarket } from "../market/run-market.js";
import type { RotateMarket } from "./leg.js";

/** Why a market is in no candidate. */
export type MarketLack =
  | "no_history"
  | "too_few_events"
  | "no_mark"
  /** Its events of the 7 days conflict. */
  | "conflicting"
  /** Less than 95 % of its 7 days are covered. */
  | "uncovered";

/** A market of the asset with what it lacks. */
export interface LackingMarket {
  readonly id: number;
  readonly why: MarketLack;
}

/** A market with a price, and why its funding is unknown. */
export interface PricedMarket extends RotateMarket {
  readonly lack?: MarketLack | undefined;
}

/** Prepares the markets of an asset, in the order of their ids. */
export function marketsToJudge(
  ids: readonly number[],
  {
    historyOf,
    symbolOf,
    now,
  }: RunInputs & { readonly symbolOf?: (id: number) => string | undefined },
): { readonly priced: readonly PricedMarket[]; readonly unpriced: readonly LackingMarket[] } {
  const priced: PricedMarket[] = [];
  const unpriced: LackingMarket[] = [];
  for (const id of [...new Set(ids)].sort((a, b) => a - b)) {
    const points = historyOf(id);
    const market = marketOf(points);
    const price = market === undefined ? undefined : lastMark(market, now);
    if (points === undefined) unpriced.push({ id, why: "no_history" });
    else if (market === undefined) unpriced.push({ id, why: "too_few_events" });
    else if (price === undefined) unpriced.push({ id, why: "no_mark" });
    else {
      const lack = lackOver(market, clockOf([market], now));
      priced.push({ id, symbol: symbolOf?.(id) ?? "", market, price, lack });
    }
  }
  return { priced, unpriced };
}

/** Returns why the settled funding of a market over a clock is unknown; undefined if it is known. */
export function lackOver(
  market: RunMarket,
  clock: RunClock,
): "conflicting" | "uncovered" | undefined {
  const periods = market.periodsOf(clock);
  const range = { from: 0, to: clock.count };
  if (hasConflicts(periods, range)) return "conflicting";
  const whole = clock.count - brokenIn([periods], range).length;
  return whole * 100 < clock.count * LEAST_COVERED ? "uncovered" : undefined;
}

/** Returns the periods of 7 days of some markets. */
export function clockOf(markets: readonly RunMarket[], now: number): RunClock {
  return runClock(markets, RUN_HOURS["7d"], now);
}

function lastMark({ events }: RunMarket, now: number): Big | undefined {
  const mark = events.findLast(({ time, mark }) => time <= now && mark != null)?.mark;
  return mark == null ? undefined : new Big(mark);
}
