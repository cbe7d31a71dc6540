import { setFlagsFromString } from "node:v8";
import { Big } from "big.js";
import { expect, it } from "vitest";
import { runsOf } from "../../src/analytics/funding/shown-runs.js";
import { upcomingOf } from "../../src/analytics/funding/upcoming.js";
import { legRisksOf } from "../../src/analytics/position/leg-risk.js";
import type { FundingEvent } from "../../src/client/resources/funding.js";
import type { Leg, Position } from "../../src/client/resources/position.js";

/*
 * Node 20 makes a hidden class for each object that begins with a spread: 10 MB of a watch (bench/speed.md).
 * In a process of its own: V8 keeps 1,536 classes behind the empty object. A test that reads more keys
 * than that uses them up, and in the same process each object with other names has its own from then on.
 */

const HOUR = 3_600_000;
const NOW = Date.parse("2026-06-01T12:00:00Z");
const EVENTS = Array.from(
  { length: 120 },
  (_, n): FundingEvent => ({
    funding_time: new Date(NOW - (120 - n) * 8 * HOUR).toISOString(),
    funding_rate: "0.0001",
    funding_interval: 8,
    mark_price: "100",
  }),
);
const historyOf = () => EVENTS;

function positionNamed(id: string): Position {
  const leg = (side: Leg["side"]): Leg => ({
    ...{ side, market_id: 1, exchange: "x", symbol: "S", leverage: 3 },
    ...{ quantity: 2, open_price: 100, mark_price: 101 },
    mark_price_updated_at: new Date(NOW - 60_000).toISOString(),
  });
  return {
    ...{ position_id: id, asset: "BTC", status: "open", closed_at: null },
    ...{ opened_at: "2026-01-01T00:00:00Z", legs: [leg("long"), leg("short")] },
  } as Position;
}

/** Returns what is computed for each leg and each window of a position, by its name. */
function figuresOf(id: string): Readonly<Record<string, object>> {
  const position = positionNamed(id);
  const [upcoming] = upcomingOf(position, { historyOf, now: NOW });
  const limit = { unit: "percent", amount: new Big(10) } as const;
  const [risk] = legRisksOf(position, { historyOf, now: NOW }, limit);
  const runs = runsOf(position, { historyOf, now: NOW });
  if (upcoming === undefined || risk === undefined) throw new Error("no leg");
  const { perDay, settled } = runs["7d"];
  const { pays, least, most, pays24h } = upcoming;
  const { notional, margin, distance, distanceSd, left } = risk;
  return {
    ...{ runs, perDay, settled, upcoming, pays, least, most, pays24h },
    ...{ risk, notional, margin, distance, distanceSd, left },
  };
}

it.each(Object.keys(figuresOf("a")))("%s of all positions share few hidden classes", (name) => {
  setFlagsFromString("--allow-natives-syntax");
  const share = new Function("a", "b", "return %HaveSameMap(a, b)");
  setFlagsFromString("--no-allow-natives-syntax");
  const all = Array.from({ length: 20 }, (_, n) => figuresOf(`${n}`)[name]);
  const classes = all.filter((one, n) => !all.slice(0, n).some((other) => share(one, other)));
  expect(classes.length).toBeLessThanOrEqual(5);
});
