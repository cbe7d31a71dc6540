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

export const SCENARIOS = {
  unhedged: {
    summary: "the short leg was closed and holds nothing, the long one is unhedged",
    shape: 8,
  },
  "closed-leg": {
    summary: "the short leg has a close price and still has a quantity",
    shape: 18,
  },
  "negative-quantity": {
    summary: "the quantity of the short leg is sent below zero",
    shape: 15,
  },
  "contract-multiple": {
    summary: "PEPE held against contracts of 1000PEPE",
    shape: 5,
    pair: { asset: "PEPE", long: "okx", short: "binance" },
  },
  stale: { summary: "marks that are 2 hours old", shape: 22 },
  "stale-performance": {
    summary: "performance that was calculated 26 hours ago, with fresh marks",
    shape: 10,
  },
  "interval-change": {
    summary: "a market that settled every 8 hours and has settled hourly for 10 days",
    shape: 13,
    pair: { asset: "ETH", long: "bybit", short: "okx" },
  },
  turned: {
    summary: "funding that was received until 8 days ago and is paid since",
    shape: 20,
    pair: { asset: "SOL", long: "bybit", short: "okx" },
  },
  "missing-events": {
    summary: "an hourly market of which 2 of every 12 events are missing",
    shape: 3,
    pair: { asset: "BTC", long: "bybit", short: "hyperliquid" },
  },
  "duplicate-events": {
    summary: "a market of which every third event is there twice",
    shape: 17,
    pair: { asset: "XRP", long: "okx", short: "bybit" },
  },
  young: {
    summary: "opened hours ago, and no funding has settled since",
    shape: 0,
    pair: { asset: "BTC", long: "okx", short: "binance" },
  },
  "margin-thin": {
    summary: "a short leg with less than half of its margin left, and a few percent away from none",
    shape: 12,
  },
  "margin-past": {
    summary: "a short leg whose margin is lost at the current price",
    shape: 9,
  },
  "mark-missing": { summary: "the mark of the short leg is missing", shape: 2 },
  "market-unknown": { summary: "the market of the short leg has no id", shape: 6 },
  losing: {
    summary: "funding that has been paid since the opening, 20 days ago",
    shape: 7,
    pair: { asset: "DOGE", long: "bybit", short: "okx" },
  },
  "fees-unearned": {
    summary: "only fees: funding and prices bring nothing",
    shape: 1,
    pair: { asset: "LINK", long: "bybit", short: "okx" },
  },
  "legs-missing": { summary: "both legs were closed, and the position is open", shape: 4 },
  "legs-unchecked": {
    summary: "the short leg was closed as in closed-leg, and the full position is not found",
    shape: 11,
  },
  "leverage-missing": { summary: "the leverage of the short leg is missing", shape: 14 },
  "open-price-missing": { summary: "the open price of the short leg is missing", shape: 16 },
  "one-leg": { summary: "a long leg and no short one", shape: 19 },
  "unknown-status": {
    summary: `the status is "liquidating", which the interface does not name`,
    shape: 21,
    status: "liquidating",
  },
} as const satisfies Readonly<Record<string, Scenario>>;

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
