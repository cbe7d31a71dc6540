import { describe, expect, it } from "vitest";
import { credibleEvents } from "../../src/figures/credible/credible-events.js";
import type { MarketEvent } from "../../src/figures/credible/settled-event.js";
import type { RunPosition } from "../../src/figures/engine/funding/run.js";
import { marketOf } from "../../src/figures/engine/market/periods.js";
import { pairSeries, positionSeries } from "../../src/figures/next/series.js";
import { HOUR } from "../support/fresh-legs.js";
import { leg } from "./engine/funding/run-leg.js";

const NOW = Date.parse("2026-06-01T12:20:00Z");
const NOON = NOW - 20 * 60_000;
const EIGHT = Date.parse("2026-06-01T08:00:00Z");

/** Events of 32 days, the newest first. */
function every(hours: number, newest: number, rate = "0.0001"): MarketEvent[] {
  return Array.from({ length: (32 * 24) / hours }, (_, at) => {
    return { time: newest - at * hours * HOUR, rate, interval: hours, mark: "100" };
  });
}

const changed = (events: readonly MarketEvent[], at: number, change: Partial<MarketEvent>) =>
  events.map((event, index) => (index === at ? { ...event, ...change } : event));
const without = (events: readonly MarketEvent[], ...gone: number[]) =>
  events.filter((_, at) => !gone.includes(at));

const still = every(8, EIGHT, "0");

function pair(short: readonly MarketEvent[], long: readonly MarketEvent[] = still, now = NOW) {
  const [one, other] = [marketOf(long), marketOf(short)];
  if (one === undefined || other === undefined) throw new Error("too few events");
  const { end, days } = pairSeries(one, other, now);
  return { end, days: days.map((it) => it && Number(it.toFixed(9))), last: days.at(-1) };
}

function position(markets: Readonly<Record<number, readonly MarketEvent[]>>, size = 1000) {
  const legs = [leg("long", 1, 5), leg("short", 2, 10)];
  const held: RunPosition = { status: "open", legs };
  return positionSeries(held, { now: NOW, historyOf: (id) => markets[id] }, size);
}

describe("the days of a pair", () => {
  it("are 30 times 24 hours up to the last settlement of the slower market, what the short one pays less the long one", () => {
    const found = pair(every(1, NOON), every(8, EIGHT, "0.0005"));
    expect(found.end).toBe(EIGHT);
    expect(found.days).toEqual(new Array<number>(30).fill(0.24 - 0.15));
  });

  it("begin after the settlement at their start, and contain the one at their end", () => {
    const events = every(8, EIGHT, "0");
    const { days } = pair(changed(changed(events, 0, { rate: "0.01" }), 3, { rate: "0.02" }));
    expect(days.slice(-3)).toEqual([0, 2, 1]);
  });

  it("end with what is there of a market that is late", () => {
    expect(pair(every(8, EIGHT - 8 * HOUR)).end).toBe(EIGHT - 8 * HOUR);
    expect(pair(every(8, EIGHT - 16 * HOUR)).days.at(-1)).toBeNull(); // missing, not late
  });

  it("are there with 95 % of their events, not scaled up", () => {
    const hourly = every(1, NOON);
    expect(pair(without(hourly, 10)).last).toBeCloseTo(0.23, 9);
    expect(pair(without(hourly, 10, 12)).days.slice(-2)).toEqual([0.24, null]);
    expect(pair(without(every(0.6, NOON), 10, 12)).last).toBeCloseTo(0.38, 9); // 38 of 40
    expect(pair(without(every(8, EIGHT), 1)).last).toBeNull();
    expect(pair(changed(hourly, 10, { rate: null })).last).toBeCloseTo(0.23, 9);
    expect(pair(every(8, EIGHT).slice(0, 15)).days.filter((it) => it !== null).length).toBe(5);
  });

  it("are not there where nothing is due", () => {
    expect(pair(every(48, EIGHT)).days.filter((it) => it === null).length).toBe(15);
  });

  it("are not there with an event that conflicts or cannot be true", () => {
    const hourly = every(1, NOON);
    const again = { time: NOON - 10 * HOUR, rate: "0.0002", interval: 1, mark: "100" };
    expect(pair([...hourly, again]).days.slice(-2)).toEqual([0.24, null]);
    const { events } = credibleEvents(changed(hourly, 10, { rate: "1790000000" }), { now: NOW });
    expect(pair(events).days.slice(-2)).toEqual([0.24, null]);
  });
});

describe("the days of a position", () => {
  it("are what its legs would have been paid at today's quantities, in percent of its size", () => {
    const found = position({ 1: every(8, EIGHT, "0.0001"), 2: every(1, NOON, "0.00002") });
    // short 10 × 100 × 24 × 0.00002 less long 5 × 100 × 3 × 0.0001, before it was opened, too
    expect(found).toMatchObject({ end: EIGHT });
    const days = typeof found === "string" ? [] : found.days;
    expect(days.map((it) => it?.toFixed(9))).toEqual(new Array(30).fill("0.033000000"));
  });

  it("need the mark of an event, which those of a pair do not", () => {
    const markets = { 1: still, 2: changed(every(8, EIGHT), 1, { mark: null }) };
    expect(position(markets)).toMatchObject({ days: expect.arrayContaining([null]) });
    expect(pair(markets[2]).days).not.toContain(null);
  });

  it("are unknown where a market is", () => {
    expect(position({ 1: still })).toBe("funding_unknown");
  });
});
