import { Big } from "big.js";
import { describe, expect, it } from "vitest";
import { nowAprOf } from "../../../src/analytics/funding/now-apr.js";
import type { Run } from "../../../src/analytics/funding/run.js";
import { runTotals } from "../../../src/analytics/funding/run-totals.js";
import { type Runs, runsOf } from "../../../src/analytics/funding/shown-runs.js";
import type { FundingEvent } from "../../../src/client/resources/funding.js";
import type { Leg, Position } from "../../../src/client/resources/position.js";
import { historyFrom } from "../../support/market-events.js";
import { leg } from "./run-leg.js";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NOW = Date.parse("2026-11-20T16:20:00Z");
const ago = (hours: number) => NOW - hours * HOUR;

function position(hours: number, ...legs: Leg[]): Position {
  const opened_at = new Date(ago(hours)).toISOString();
  const ids = { position_id: "00000000-0000-4000-8000-000000000001", asset: "X" };
  return { ...ids, status: "open", opened_at, closed_at: null, legs };
}

/** Events so many hours ago. */
function settled(...hours: number[]): FundingEvent[] {
  return hours.map((hour) => ({
    funding_time: new Date(ago(hour)).toISOString(),
    ...{ funding_rate: "0.0001", funding_interval: 8, mark_price: "100" },
  }));
}

function runs(held: Position, markets: Record<number, FundingEvent[] | undefined>): Runs {
  return runsOf(held, { historyOf: historyFrom((id) => markets[id]), now: NOW });
}

describe("the settlements that a position has had", () => {
  const count = (hours: number, ...events: number[]) =>
    runs(position(hours, leg("short", 1)), { 1: settled(...events) }).settlements;

  it("are those since its opening, and the one at its opening is not", () => {
    expect(count(9, 1, 5, 9, 13)).toBe(2);
    expect(count(9.5, 1, 5, 9, 13)).toBe(3);
    expect(count(0.5, 1, 5, 9)).toBe(0);
    expect(count(9, 1)).toBe(1);
  });

  it("are counted up to three", () => {
    expect(count(30, 1, 5, 9, 13)).toBe(3);
  });

  it("are those of the leg that has the fewest, and unknown without any history", () => {
    const pair = position(9, leg("short", 1), leg("long", 2));
    const [two, one] = [settled(1, 5, 9, 13), settled(8, 16, 24)];
    expect(runs(pair, { 1: two, 2: one }).settlements).toBe(1);
    expect(runs(pair, { 1: two, 2: [] }).settlements).toBe(0);
    expect(runs(pair, {}).settlements).toBeUndefined();
    const left = position(9, leg("short", 1), leg("long", 2, 0));
    expect(runs(left, { 1: two, 2: one }).settlements).toBe(2);
  });

  it("end with the position, of which then all legs count", () => {
    const closed_at = new Date(ago(5)).toISOString();
    const closed = { ...position(14, leg("short", 1, 0)), status: "closed" as const, closed_at };
    expect(runs(closed, { 1: settled(1, 5, 9, 17) }).settlements).toBe(2);
  });

  it("are unknown where earlier ones than were asked for could count", () => {
    expect(count(33 * 24, 1, 9)).toBe(2);
    expect(count(33 * 24 + 1, 1, 9)).toBeUndefined();
    expect(count(33 * 24 + 1, 1, 9, 17)).toBe(3);
  });
});

describe("the legs that a position waits for", () => {
  const pair = position(6, leg("short", 1), leg("long", 2));

  it("are those that have not settled since its opening, the last of them", () => {
    const found = runs(pair, { 1: settled(7, 15), 2: settled(0, 1) });
    expect(found.awaited.map((it) => it.market_id)).toEqual([1]);
    expect(found.next).toBe(NOW + HOUR);
    const both = runs(pair, { 1: settled(7, 15), 2: settled(6.5, 13.5) });
    expect([both.next, both.awaited.length]).toEqual([NOW + HOUR, 1]);
    const equal = runs(pair, { 1: settled(7, 15), 2: settled(6, 13) });
    expect(equal.awaited.map((it) => it.market_id)).toEqual([1, 2]);
  });

  it("are of all legs where each has settled, also where one settled at the opening", () => {
    const found = runs(pair, { 1: settled(2, 10), 2: settled(0, 1) });
    expect([found.next, found.awaited.length]).toEqual([NOW + 6 * HOUR, 1]);
    const slower = runs(pair, { 1: settled(2, 10, 18, 26), 2: settled(0, 1, 2, 3) });
    expect(slower.next).toBe(NOW + 6 * HOUR);
    const at = runs(pair, { 1: settled(6, 7), 2: settled(0, 4) });
    expect(at.awaited.map((it) => it.market_id)).toEqual([1]);
    expect(runs(pair, { 1: settled(1) })).toMatchObject({ awaited: [], next: undefined });
  });

  it("settle at a time to come, also where a settlement is due or one is missing", () => {
    const one = position(6, leg("short", 1));
    expect(runs(one, { 1: settled(9, 17, 25, 33) }).next).toBe(NOW + 7 * HOUR);
    expect(runs(one, { 1: settled(7, 23, 31, 39, 47) }).next).toBe(NOW + HOUR);
  });

  it("are not those without a market id or a history, which are named", () => {
    const without = (...typed: Parameters<typeof runs>) =>
      runs(...typed).without.map((it) => it.market_id);
    expect(without(pair, { 1: settled(1, 9), 2: [] })).toEqual([2]);
    expect(without(pair, { 1: settled(1, 9) })).toEqual([2]);
    expect(without(pair, { 1: settled(1, 9), 2: settled(1, 9) })).toEqual([]);
    const nameless = position(6, leg("short", 1), leg("long", null), leg("long", 3, 0));
    expect(without(nameless, {})).toEqual([null]);
  });
});

/** A run of 24 hours, whose settlements and time are given. */
function run(perDay: string | null, more: Partial<Run> & { readonly asOf?: number } = {}): Run {
  const { asOf = NOW, ...rest } = more;
  const value = perDay === null ? null : new Big(perDay);
  const known = { asOf, coveredHours: 23, wantedHours: 24 };
  return {
    perDay: { value, unit: "usd_per_day", ...known },
    settled: { value, unit: "usd", ...known },
    ...{ conflicting: [], fewest: 3, ...rest },
  };
}
const allOf = (day: Run, week = run("70")): Runs => {
  const rest = { without: [], awaited: [], next: undefined, settlements: 3 };
  return { "24h": day, "7d": week, "30d": run(null), ...rest };
};

describe("the funding of several positions", () => {
  const totalsOf = (all: readonly Runs[]) =>
    runTotals(
      all.map((runs) => ({ runs, position: position(9) })),
      { historyOf: historyFrom(() => undefined), now: NOW },
    );

  it("is the sum of those that are known, as old as the oldest of them", () => {
    const totals = totalsOf([
      allOf(run("1.5")),
      allOf(run(null, { asOf: NOW - 2 * DAY, openedWithin: NOW })),
      allOf(run("-4", { asOf: NOW - DAY, openedWithin: NOW })),
      allOf(run("2", { openedWithin: NOW })),
    ]);
    const day = totals["24h"];
    expect([day.settled, day.perDay].map(({ value }) => value?.toFixed())).toEqual([
      "-0.5",
      "-0.5",
    ]);
    expect(day.settled).toMatchObject({
      ...{ unit: "usd", counted: 3, of: 4, asOf: NOW - DAY, coveredHours: 23, wantedHours: 24 },
    });
    expect(day.perDay.unit).toBe("usd_per_day");
    expect(day.younger).toBe(2);
    expect(totals["7d"].settled.value?.toFixed()).toBe("280");
  });

  it("is unknown, not zero, where none is known", () => {
    const { settled, perDay, younger } = totalsOf([allOf(run("1"))])["30d"];
    expect([settled.value, perDay.value, younger]).toEqual([null, null, 0]);
    expect(settled).toMatchObject({ counted: 0, of: 1, asOf: undefined, coveredHours: undefined });
  });
});

describe("the APR of a position at the funding of the last 7 days", () => {
  const apr = (week: Run, legs = [leg("short", 1, 200), leg("long", 2, 150)]) =>
    nowAprOf({ status: "open", legs }, allOf(run("1"), week))?.toFixed();

  it("is a year of it in percent of the larger side", () => {
    expect(apr(run("2"))).toBe("365");
    expect(apr(run("-1"))).toBe("-182.5");
    expect(apr(run("0"))).toBe("0");
  });

  it("is unknown below three settlements of a leg, without the run, and where nothing is held", () => {
    expect(apr(run("2", { fewest: 2 }))).toBeUndefined();
    expect(apr(run(null))).toBeUndefined();
    expect(apr(run("2"), [leg("short", 1, 0)])).toBeUndefined();
    expect(apr(run("2"), [leg("short", 1, -1)])).toBeUndefined();
    expect(nowAprOf({ status: "open", legs: [] }, undefined)).toBeNull();
  });
});
