import { DAY_MS, HOUR_MS, midnightOf } from "../base/time/periods.js";
import type { Market } from "./market.js";
import { SCENARIOS, type ScenarioName, type Scenarios } from "./scenarios.js";

/** Contract size of 1000PEPE. */
const CONTRACT = 1000;
/** An exceptionally large rate of 8 hours, as a fraction. */
const LARGE_RATE = 0.0008;

type Alter = (market: Market, start: number) => Market;

/** Changes of a scenario to the market of its short leg, at the start of the sandbox. */
const ALTER_SHORT: Partial<Record<ScenarioName, Alter>> = {
  "contract-multiple": (market) => ({
    ...market,
    symbol: `${CONTRACT}${market.symbol}`,
    contract: CONTRACT,
  }),
  "interval-change": (market, start) => ({
    ...market,
    intervalHours: 1,
    intervalMs: HOUR_MS,
    earlier: { market, until: midnightOf(start) - 10 * DAY_MS },
  }),
  turned: (market, start) => ({
    ...market,
    turn: { at: midnightOf(start) - 8 * DAY_MS, before: LARGE_RATE, after: -2.3 * LARGE_RATE },
  }),
  "missing-events": (market) => ({
    ...market,
    copiesOf: (time) => ((time / market.intervalMs) % 12 < 2 ? 0 : 1),
  }),
  "duplicate-events": (market) => ({
    ...market,
    copiesOf: (time) => ((time / market.intervalMs) % 3 === 0 ? 2 : 1),
  }),
  losing: (market) => ({ ...market, fixedRate: -LARGE_RATE }),
  "fees-unearned": (market) => ({ ...market, fixedRate: 0 }),
};

/** Changes of a scenario to the market of its long leg. */
const ALTER_LONG: Partial<Record<ScenarioName, Alter>> = {
  losing: (market) => ({ ...market, fixedRate: LARGE_RATE }),
  "fees-unearned": (market) => ({ ...market, fixedRate: 0 }),
};

/** Applies the scenarios to the markets of their positions. @param start of the sandbox, ms since epoch */
export function alterMarkets(
  markets: readonly Market[],
  scenarios: Scenarios,
  start: number,
): readonly Market[] {
  let altered = markets;
  for (const name of scenarios) {
    const { pair } = SCENARIOS[name];
    for (const [exchange, alter] of [
      [pair?.long, ALTER_LONG[name]],
      [pair?.short, ALTER_SHORT[name]],
    ] as const) {
      if (alter === undefined) continue;
      const place = altered.findIndex(
        (it) => it.asset.symbol === pair?.asset && it.exchange === exchange,
      );
      altered = altered.map((market, at) => (at === place ? alter(market, start) : market));
    }
  }
  return altered;
}
