import { shapeOf } from "./timeline.js";

/** A situation of one of every 24 positions. */
export interface Scenario {
  readonly summary: string;
  /** Index of its position in the round of 24, which stays open. */
  readonly shape: number;
  /** Markets of that position, if they matter. */
  readonly pair?: Pair;
  /** Status that is sent while it is open. */
  readonly status?: string;
}

/** Two listings of an asset in the catalog. */
export interface Pair {
  readonly asset: string;
  readonly long: string;
  readonly short: string;
}

/** @param pair the asset, the exchange of the long market and that of the short one */
function scenario(shape: number, summary: string, pair?: string): Scenario {
  if (pair === undefined) return { shape, summary };
  const [asset = "", long = "", short = ""] = pair.split(" ");
  return { shape, summary, pair: { asset, long, short } };
}

export const SCENARIOS = {
  unhedged: scenario(8, "the short leg was closed and holds nothing, the long one is unhedged"),
  "closed-leg": scenario(18, "the short leg has a close price and still has a quantity"),
  "negative-quantity": scenario(15, "the quantity of the short leg is sent below zero"),
  "contract-multiple": scenario(5, "PEPE held against contracts of 1000PEPE", "PEPE okx binance"),
  stale: scenario(22, "marks that are 2 hours old"),
  "stale-performance": scenario(
    10,
    "performance that was calculated 26 hours ago, with fresh marks",
  ),
  "interval-change": scenario(
    13,
    "a market that settled every 8 hours and has settled hourly for 10 days",
    "ETH bybit okx",
  ),
  turned: scenario(
    20,
    "funding that was received until 8 days ago and is paid since",
    "SOL bybit okx",
  ),
  "missing-events": scenario(
    3,
    "an hourly market of which 2 of every 12 events are missing",
    "BTC bybit hyperliquid",
  ),
  "duplicate-events": scenario(
    17,
    "a market of which every third event is there twice",
    "XRP okx bybit",
  ),
  young: scenario(0, "opened hours ago, and no funding has settled since", "BTC okx binance"),
  "margin-thin": scenario(
    12,
    "a short leg with less than half of its margin left, and a few percent away from none",
  ),
  "margin-past": scenario(9, "a short leg whose margin is lost at the current price"),
  "mark-missing": scenario(2, "the mark of the short leg is missing"),
  "market-unknown": scenario(6, "the market of the short leg has no id"),
  losing: scenario(
    7,
    "funding that has been paid since the opening, 20 days ago",
    "DOGE bybit okx",
  ),
  "fees-unearned": scenario(1, "only fees: funding and prices bring nothing", "LINK bybit okx"),
  "legs-missing": scenario(4, "both legs were closed, and the position is open"),
  "legs-unchecked": scenario(
    11,
    "the short leg was closed as in closed-leg, and the full position is not found",
  ),
  "leverage-missing": scenario(14, "the leverage of the short leg is missing"),
  "open-price-missing": scenario(16, "the open price of the short leg is missing"),
  "one-leg": scenario(19, "a long leg and no short one"),
  "unknown-status": {
    ...scenario(21, `the status is "liquidating", which the interface does not name`),
    status: "liquidating",
  },
};

export type ScenarioName = keyof typeof SCENARIOS;

export const SCENARIO_NAMES = Object.keys(SCENARIOS) as readonly ScenarioName[];

/** The active scenarios. */
export type Scenarios = ReadonlySet<ScenarioName>;

/** Returns the scenario of a position; undefined without one. */
export function scenarioOf(scenarios: Scenarios, index: number): ScenarioName | undefined {
  if (scenarios.size === 0) return undefined;
  const shape = shapeOf(index);
  for (const name of scenarios) if (SCENARIOS[name].shape === shape) return name;
  return undefined;
}

/** Returns the indexes in the round of 24 whose positions have a scenario. */
export function shapesOf(scenarios: Scenarios): ReadonlySet<number> {
  return new Set([...scenarios].map((name) => SCENARIOS[name].shape));
}

/** Returns the markets of a scenario's position; undefined if they do not matter. */
export function pairOf(name: ScenarioName | undefined): Pair | undefined {
  return dataOf(name)?.pair;
}

/** Returns the status of a position that closed at a time, or is open. */
export function statusOf(closedAt: number | null, name: ScenarioName | undefined): string {
  return closedAt === null ? (dataOf(name)?.status ?? "open") : "closed";
}

function dataOf(name: ScenarioName | undefined): Scenario | undefined {
  return name === undefined ? undefined : SCENARIOS[name];
}
