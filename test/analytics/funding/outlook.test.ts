import { describe, expect, it } from "vitest";
import { outlookOf } from "../../../src/analytics/funding/outlook.js";
import { outlooksOf } from "../../../src/analytics/funding/portfolio-outlook.js";
import type { FundingEvent } from "../../../src/client/resources/funding.js";
import type { Leg, Performance, Position } from "../../../src/client/resources/position.js";
import { historyFrom } from "../../support/market-events.js";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NOW = Date.parse("2026-06-01T04:00:00Z");
const ago = (ms: number) => new Date(NOW - ms).toISOString();

/** Settlements every 8 hours of which a short is paid so many USD a day, by their age in days. */
const paying = (perDay: (days: number) => number, days = 34): FundingEvent[] =>
  Array.from({ length: days * 3 }, (_, n) => ({
    funding_time: ago(4 * HOUR + n * 8 * HOUR),
    funding_rate: (perDay(n / 3) / 300).toFixed(12),
    ...{ funding_interval: 8, mark_price: "100" },
  }));

const FLAT = 9;
const MARKETS: Readonly<Record<number, readonly FundingEvent[]>> = {
  1: paying(() => 3),
  2: paying(() => 1),
  3: paying((days) => (days < 7 ? -3 : 1.5)), // turned
  4: paying((days) => (days < 7 ? -6 : 3)), // turned
  5: paying(() => -3), // costing
  6: paying(() => 3, 5), // 7 days are not covered
  7: paying(() => 3, 10), // 30 days are not covered
  8: paying((days) => (days < 7 ? 4 : Math.round(days * 3) % 3 === 0 ? 0 : 30)), // fading
  [FLAT]: paying(() => 0),
};

const leg = (side: "long" | "short", market: number | null, more: object = {}): Leg => ({
  ...{ side, market_id: market, exchange: "x", symbol: "S", leverage: null, quantity: 1 },
  ...{ open_price: 100, mark_price: 100, mark_price_updated_at: ago(60_000) },
  ...more,
});

const performance = (exit: number, calculated: number): Performance =>
  ({
    ...{ funding_pnl: 0, fees: { paid: 0, estimated_exit: exit }, net_pnl: 0 },
    ...{ spread_pnl: { realized: 0, unrealized: 0 }, duration_days: 1, apr: 1 },
    calculated_at: ago(calculated),
  }) as Performance;

const held = (short: number | null, more: Partial<Position> = {}): Position => ({
  ...{ position_id: String(short), asset: "BTC", status: "open", closed_at: null },
  ...{ opened_at: ago(90 * DAY), legs: [leg("long", FLAT), leg("short", short)] },
  ...more,
});

const inputs = { historyOf: historyFrom((id: number) => MARKETS[id]), now: NOW };
const outlooks = (...positions: readonly Position[]) =>
  outlooksOf(positions, inputs, (id) => id === "3");

describe("the order of outlooks", () => {
  it("has the lowest run of 7 days first, whatever its state, and unknown ones last", () => {
    const ids = (...shorts: readonly (number | null)[]) =>
      outlooks(...shorts.map((it) => held(it))).outlooks.map((it) => it.position.position_id);
    expect(ids(1, 2, 3, 4)).toEqual(["4", "3", "2", "1"]);
    expect(ids(null, 1, 2)).toEqual(["2", "1", "null"]);
    const states = outlooks(held(1), held(null), held(8), held(5), held(3)).outlooks;
    expect(states.map(({ state }) => state).slice(0, 3)).toEqual(["costing", "turned", "steady"]);
    expect(states.at(-1)?.state).toBeUndefined();
  });
});

describe("the sums of outlooks", () => {
  it("are of those that have a run, with their number and share of the notional", () => {
    const large = held(7, { legs: [leg("long", FLAT, { quantity: 3 }), leg("short", 7)] });
    const { runs, states } = outlooks(held(1), large, held(3)).totals;
    expect(runs["7d"].value?.toNumber()).toBeCloseTo(3, 9);
    expect(runs["7d"]).toMatchObject({ unit: "usd_per_day", counted: 3, of: 3 });
    expect(runs["7d"].unchecked).toBe(1); // position 3
    expect(runs["30d"]).toMatchObject({ counted: 2, of: 3, asOf: NOW - 4 * HOUR });
    // 400 of 800 USD
    expect(runs["30d"].grossShare?.toNumber()).toBe(50);
    expect(states).toMatchObject({ turned: 1, steady: 1, costing: 0, unknown: 1 });
  });

  it("are as old as the oldest exit fees, and stale if one is", () => {
    const minute = 60_000;
    const [fresh, old] = [performance(2, minute), performance(3, 6 * minute)];
    const both = outlooks(held(1, { performance: fresh }), held(2, { performance: old }), held(3));
    expect(both.totals.leaving.value?.toNumber()).toBe(5);
    expect(both.totals.leaving).toMatchObject({
      ...{ counted: 2, of: 3, stale: true, asOf: NOW - 6 * minute },
    });
    const one = outlooks(held(1, { performance: fresh }), held(2)).totals.leaving;
    expect(outlooks(held(3, { performance: fresh })).totals.leaving.unchecked).toBeUndefined();
    expect(one).toMatchObject({ stale: false, asOf: NOW - minute, counted: 1, of: 2 });
  });
});

describe("exit fees without a time that can be read", () => {
  it("are of an unknown age, and so is their sum", () => {
    const undated = { ...performance(2, 0), calculated_at: "?" };
    const all = [held(1, { performance: undated }), held(2, { performance: performance(3, 0) })];
    const { totals, outlooks: each } = outlooks(...all);
    for (const { asOf, stale, ageUnknown } of [totals.leaving, each[1]?.leaving ?? {}]) {
      expect([asOf, stale, ageUnknown]).toEqual([undefined, undefined, true]);
    }
  });
});

describe("the basis that takes a week's funding", () => {
  const eaten = (...legs: Leg[]) => {
    const { value, asOf, stale } = outlookOf(held(1, { legs }), inputs).eatenByBasis;
    return [value?.toNumber(), asOf, stale];
  };

  it("is as old as the funding or a mark price of the longs, whichever is older", () => {
    // 7 x 3 of 100 USD
    expect(eaten(leg("long", FLAT), leg("short", 1))).toEqual([21, NOW - 4 * HOUR, false]);
    const old = { mark_price_updated_at: ago(5 * HOUR) };
    expect(eaten(leg("long", FLAT, old), leg("short", 1))).toEqual([21, NOW - 5 * HOUR, true]);
    expect(eaten(leg("long", FLAT), leg("short", 1, old))).toEqual([21, NOW - 4 * HOUR, false]);
    const untold = { mark_price_updated_at: null };
    expect(eaten(leg("long", FLAT, untold), leg("short", 1))).toEqual([21, undefined, undefined]);
    expect(eaten(leg("long", FLAT), leg("short", 1, untold))).toEqual([21, NOW - 4 * HOUR, false]);
  });
});

describe("a basis that takes no week's funding", () => {
  const why = (position: Position) => {
    const { value, unknown } = outlookOf(position, inputs).eatenByBasis;
    return [value, unknown];
  };
  const pair = (more: object) => ({ legs: [leg("long", FLAT, more), leg("short", 1)] });

  it("says which input is missing, and is told from a week that paid nothing", () => {
    expect(why(held(1, pair({ mark_price: null })))).toEqual([null, "mark_missing"]);
    expect(why(held(1, pair({ mark_price: 0 })))).toEqual([null, "mark_missing"]);
    expect(why(held(1, pair({ mark_price: -1 })))).toEqual([null, "mark_missing"]);
    expect(why(held(1, { legs: [leg("short", 1)] }))).toEqual([null, "side_missing"]);
    const longs = [leg("long", 5)];
    expect(why(held(1, { legs: longs }))).toEqual([null, "side_missing"]);
    expect(why(held(5))).toEqual([null, "not_paid"]);
    expect(why(held(FLAT))).toEqual([null, "not_paid"]);
    expect(why(held(6))).toEqual([null, "events_missing"]);
    expect(why(held(null))).toEqual([null, "market_unknown"]);
    expect(why(held(1))[1]).toBeUndefined();
  });
});

describe("the reason of an unknown state", () => {
  const why = (position: Position) => outlookOf(position, inputs).unknown;

  it("is the first that holds: closed, nothing held, a negative quantity, no market", () => {
    const negative = leg("short", null, { quantity: -1 });
    const closed = { status: "closed", closed_at: ago(DAY) } as const;
    expect(why(held(1, { ...closed, legs: [leg("long", FLAT), negative] }))?.code).toBe("closed");
    expect(why(held(1, { legs: [leg("long", FLAT, { quantity: 0 })] }))?.code).toBe("legs_missing");
    const empty = leg("long", FLAT, { quantity: 0 });
    const found = why(held(1, { legs: [leg("long", FLAT), negative, empty] }));
    expect(found).toEqual({ code: "quantity_negative", legs: [negative] });
    const nameless = leg("short", null);
    expect(why(held(1, { legs: [leg("long", FLAT), nameless] }))).toEqual({
      ...{ code: "market_unknown", legs: [nameless] },
    });
  });

  it("names the legs of which no settlement is known, and none where some are missing", () => {
    const unknown = leg("short", 99);
    expect(why(held(1, { legs: [leg("long", FLAT), unknown] }))).toEqual({
      ...{ code: "funding_unknown", legs: [{ leg: unknown, lack: "unavailable" }] },
    });
    expect(why(held(6))).toEqual({ code: "funding_unknown", legs: [] });
    expect(why(held(7))).toEqual({ code: "month_unknown" });
    expect(why(held(1))).toBeUndefined();
  });
});
