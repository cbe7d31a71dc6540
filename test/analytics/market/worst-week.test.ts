import { describe, expect, it } from "vitest";
import { worstWeekOf } from "../../../src/analytics/market/worst-week.js";
import type { FundingEvent } from "../../../src/client/resources/funding.js";
import { historyFrom } from "../../support/market-events.js";
import { leg } from "../funding/run-leg.js";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NOW = Date.parse("2026-06-01T00:00:00Z");

/** The worst 7 days of a short of 100 USD that is paid so many USD every 8 hours, by their age in days. */
function worst(paid: (days: number) => number | null, market: number | null = 1) {
  const events = Array.from({ length: 90 }, (_, n): FundingEvent => {
    const usd = paid(n / 3);
    return {
      funding_time: new Date(NOW - n * 8 * HOUR).toISOString(),
      funding_rate: usd === null ? null : (usd / 100).toFixed(6),
      ...{ funding_interval: 8, mark_price: "100" },
    };
  });
  const position = {
    status: "open",
    opened_at: "2026-01-01T00:00:00Z",
    legs: [leg("short", market)],
  };
  const found = worstWeekOf(position as Parameters<typeof worstWeekOf>[0], {
    historyOf: historyFrom(() => events),
    now: NOW,
  });
  const daysAgo = found.until === undefined ? undefined : (NOW - found.until) / DAY;
  return { ...found, value: found.value?.toNumber() ?? null, daysAgo };
}

describe("the worst 7 days of 30", () => {
  it("are those with the least sum, and tell when they ended", () => {
    const low = worst((days) => (days >= 5 && days < 12 ? -2 : 1));
    expect([low.value, low.daysAgo]).toEqual([-42, 5]);
    expect(low).toMatchObject({
      ...{ counted: 24, of: 24, independent: 4, coveredHours: 168, wantedHours: 168, asOf: NOW },
    });
    expect(worst((days) => (days < 7 ? 1 : 2))).toMatchObject({ value: 21, daysAgo: 0 });
    expect(worst((days) => (days < 23 ? 2 : 1))).toMatchObject({ value: 21, daysAgo: 23 });
  });

  it("are at most that, of the windows that are known in whole, where one is not", () => {
    const hole = worst((days) => (days === 25 ? null : days < 23 ? 2 : 1));
    expect(hole).toMatchObject({ value: 36, daysAgo: 18, counted: 19, of: 24 });
    expect(hole).toMatchObject({ bound: "at_most", coveredHours: 168, wantedHours: 168 });
    const recent = worst((days) => (days < 10 ? 1 : null));
    expect(recent).toMatchObject({ value: 21, counted: 4, of: 24, independent: 1 });
    expect(recent.bound).toBe("at_most");
    expect(worst(() => 1).bound).toBeUndefined();
  });

  it("read too well where the events of the bad days are not there: 4 of 90 taken out", () => {
    const paid = (days: number) => (days >= 12 && days < 19 ? -2 : 1);
    expect(worst(paid)).toMatchObject({ value: -42, bound: undefined });
    const taken = worst((days) => (days >= 15 && days < 16 + 1 / 6 ? null : paid(days)));
    expect(taken).toMatchObject({ bound: "at_most", of: 24 });
    expect(taken.value).toBeGreaterThan(-42);
  });

  it("are unknown without a window that is covered, and without a market", () => {
    expect(worst((days) => (days < 5 ? 1 : null))).toMatchObject({
      ...{ value: null, counted: 0, of: 24, independent: 0, asOf: NOW },
    });
    const found = worst(() => 1, null);
    expect([found.value, found.counted, found.independent]).toEqual([null, undefined, 0]);
  });
});
