import { DAY_MS, HOUR_MS } from "../base/periods.js";
import type { Market } from "./market.js";
import { SCENARIOS, type Scenario, type ScenarioName, type Scenarios } from "./scenarios.js";

/** Multiple of the contracts of 1000PEPE. */
const CONTRACT = 1000;
/** A rate of 8 hours that stands out from all others, as a fraction. */
const LARGE_RATE = 0.0008;

/** What a scenario makes of the market of its short leg, at the start of the sandbox. */
const ALTER: Partial<Record<ScenarioName, (market: Market, start: number) => Market>> = {
  "contract-multiple": (market) => ({
    ...market,
    symbol: `${CONTRACT}${market.symbol}`,
    contract: CONTRACT,
  }),
  "interval-change": (market, start) => ({
    ...market,
    intervalHours: 1,
    intervalMs: HOUR_MS,
    earlier: { market, until: midnight(start) - 10 * DAY_MS },
  }),
  turned: (market, start) => ({
    ...market,
    turn: { at: midnight(start) - 8 * DAY_MS, before: LARGE_RATE, after: -LARGE_RATE },
  }),
  "missing-events": (market) => ({
    ...market,
    copiesOf: (time) => ((time / market.intervalMs) % 12 < 2 ? 0 : 1),
  }),
  "duplicate-events": (market) => ({
    ...market,
    copiesOf: (time) => ((time / market.intervalMs) % 3 === 0 ? 2 : 1),
  }),
};

/**
 * Puts the scenarios in force into the markets that they are about.
 * @param start when the sandbox was started, ms since epoch
 */
export function alterMarkets(
  markets: readonly Market[],
  scenarios: Scenarios,
  start: number,
): readonly Market[] {
  let altered = markets;
  for (const name of scenarios) {
    const { pair }: Scenario = SCENARIOS[name];
    const alter = ALTER[name];
    if (pair === undefined || alter === undefined) continue;
    const place = altered.findIndex(
      ({ asset, exchange }) => asset.symbol === pair.asset && exchange === pair.short,
    );
    altered = altered.map((market, at) => (at === place ? alter(market, start) : market));
  }
  return altered;
}

function midnight(time: number): number {
  return Math.floor(time / DAY_MS) * DAY_MS;
}
