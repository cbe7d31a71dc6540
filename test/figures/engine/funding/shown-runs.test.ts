import { describe, expect, it } from "vitest";
import type { FundingEvent } from "../../../../src/client/resources/funding.js";
import type { Leg, Position } from "../../../../src/client/resources/position.js";
import { type Runs, runsOf } from "../../../../src/figures/engine/funding/shown-runs.js";
import { historyFrom } from "../../../support/market-events.js";
import { leg } from "./run-leg.js";

const HOUR = 3_600_000;
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
