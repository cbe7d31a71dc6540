import { mapValues } from "../base/collections.js";
import { shapeOf } from "./timeline.js";

/** Defaults of a sandbox. */
export const DEFAULT_SEED = 1;
export const DEFAULT_POSITIONS = 24;

/** A portfolio of a sandbox. */
export interface SandboxPortfolio {
  readonly name: string;
  /** A uuid; the first eight digits differ. */
  readonly id: string;
}

/** The portfolios of every sandbox, which are not secret. */
export const SANDBOX_PORTFOLIOS: readonly [SandboxPortfolio, ...SandboxPortfolio[]] = [
  { name: "main", id: "7f3c1a52-9b0e-4c6d-8a21-5d0e4b7c9f10" },
  { name: "east", id: "2b8d4e06-51fa-4973-b6c8-0e94d17a3f25" },
  { name: "west", id: "c41f7a93-0d26-4be8-9f57-83a6e20b5d4c" },
  { name: "north", id: "5e90b2d7-6c38-4f14-a0eb-7d215f8c9a63" },
  { name: "south", id: "98a6c3f1-e47b-4d05-8c92-1fb3760e4d8a" },
];

/** A situation of one of every 24 positions. */
export interface Scenario {
  readonly summary: string;
  /** Index of its position in the round of 24, which stays open. */
  readonly shape: number;
  /** Markets of that position, if they matter. */
  readonly pair: Pair | undefined;
  /** Status that is sent while it is open. */
  readonly status: string | undefined;
}

/** Two listings of an asset in the catalog. */
export interface Pair {
  readonly asset: string;
  readonly long: string;
  readonly short: string;
}

/** Its shape, its summary, the asset with the exchanges of its long and its short market, its status. */
type Row = readonly [shape: number, summary: string, pair?: string | undefined, status?: string];

const ROWS = {
  unhedged: [8, "the short leg was closed and holds nothing, the long one is unhedged"],
  "negative-quantity": [15, "the quantity of the short leg is sent below zero"],
  stale: [22, "marks that are 2 hours old"],
  "stale-performance": [10, "performance that was calculated 26 hours ago, with fresh marks"],
  turned: [20, "funding that was received until 8 days ago and is paid since", "SOL bybit okx"],
  "missing-events": [
    3,
    "an hourly market of which 2 of every 12 events are missing",
    "BTC bybit hyperliquid",
  ],
  young: [0, "opened hours ago, and no funding has settled since", "BTC okx binance"],
  "margin-thin": [
    12,
    "a short leg with less than half of its margin left, and a few percent away from none",
  ],
  "margin-past": [9, "a short leg whose margin is lost at the current price"],
  "mark-missing": [2, "the mark of the short leg is missing"],
  "market-unknown": [6, "the market of the short leg has no id"],
  losing: [7, "funding that has been paid since the opening, 20 days ago", "DOGE bybit okx"],
  "fees-unearned": [1, "only fees: funding and prices bring nothing", "LINK bybit okx"],
  "legs-missing": [4, "both legs were closed, and the position is open"],
  "legs-unchecked": [
    11,
    "the short leg was closed and still has a quantity, and the full position is not found",
  ],
  implausible: [23, "legs with a leverage of 5000, which no exchange offers"],
  "unknown-status": [
    21,
    `the status is "liquidating", which the interface does not name`,
    undefined,
    "liquidating",
  ],
} as const satisfies Readonly<Record<string, Row>>;

export type ScenarioName = keyof typeof ROWS;

export const SCENARIOS: Readonly<Record<ScenarioName, Scenario>> = mapValues(
  ROWS,
  ([shape, summary, pair, status]: Row) => {
    const [asset = "", long = "", short = ""] = pair?.split(" ") ?? [];
    return {
      shape,
      summary,
      status,
      pair: pair === undefined ? undefined : { asset, long, short },
    };
  },
);

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
