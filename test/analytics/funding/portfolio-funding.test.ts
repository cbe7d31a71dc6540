import { describe, expect, it } from "vitest";
import { portfolioFunding } from "../../../src/analytics/funding/portfolio-funding.js";
import type { MarketEvent } from "../../../src/book/settled-event.js";
import type { Position } from "../../../src/client/resources/position.js";
import { leg, performance, position } from "../../support/records.js";

const DAY = 86_400_000;
const START = Date.parse("2026-05-25T00:00:00Z");
const END = START + 3 * DAY;

/** Events each 8 hours with the same rate and mark. @param lacking indexes of missing ones */
const events = (rate: string, lacking: readonly number[] = []): MarketEvent[] =>
  Array.from({ length: 15 }, (_, index) => ({
    time: START - 2 * DAY + (index + 1) * (DAY / 3),
    rate,
    mark: "100",
    interval: 8,
  })).filter((_, index) => !lacking.includes(index));

const markets: Readonly<Record<number, MarketEvent[]>> = {
  1: events("0.001"),
  2: events("0.003"),
  3: events("0.001", [6, 7, 8]), // nothing on the first day
};
const eventsOf = (id: number) => markets[id];

const held = (n: number, market: number | null, quantity: number, opened = START - DAY) =>
  position(n, {
    opened_at: new Date(opened).toISOString(),
    legs: [
      leg({ market_id: market, quantity }),
      leg({ side: "short", market_id: 2, quantity, exchange: "bybit" }),
    ],
    performance: performance(),
  }) as unknown as Position;

const sums = (positions: readonly Position[]) => {
  const found = portfolioFunding(positions, { eventsOf, start: START, end: END });
  const days = found.days.map(({ day, long, short, usd, cumulative, counted, of }) => [
    new Date(day).toISOString().slice(5, 10),
    ...[long, short, usd, cumulative].map((it) => it?.toNumber() ?? null),
    ...[counted, of],
  ]);
  return { ...found, days };
};

describe("the settled funding of a portfolio", () => {
  it("is that of each position by day, summed, with every event counted", () => {
    const { days, sum, events: counts } = sums([held(1, 1, 2), held(2, 1, 1)]);
    // 3 events a day, 3 pieces: long pays 0.3, short is paid 0.9 each event.
    expect(days).toEqual([
      ["05-25", -0.9, 2.7, 1.8, 1.8, 12, 12],
      ["05-26", -0.9, 2.7, 1.8, 3.6, 12, 12],
      ["05-27", -0.9, 2.7, 1.8, 5.4, 12, 12],
    ]);
    expect([sum.value?.toNumber(), sum.counted, sum.of]).toEqual([5.4, 2, 2]);
    expect(counts).toEqual({ counted: 36, of: 36 });
  });

  it("begins with the opening of a younger position", () => {
    const { days } = sums([held(1, 1, 1), held(2, 1, 1, START + DAY)]);
    expect(days.map(([, , , usd]) => usd)).toEqual([0.6, 1.2, 1.2]);
    const other = sums([held(2, 1, 1, START + DAY), held(1, 1, 1)]);
    expect(other.days).toEqual(days);
  });

  it("leaves out a position with an unknown leg, and says so", () => {
    for (const market of [null, 9]) {
      const { days, sum } = sums([held(1, 1, 1), held(2, market, 5)]);
      expect(days.map(([, , , usd]) => usd)).toEqual([0.6, 0.6, 0.6]);
      expect([sum.counted, sum.of]).toEqual([1, 2]);
    }
    expect(sums([held(2, null, 5)])).toMatchObject({ days: [], sum: { value: null, counted: 0 } });
  });

  it("leaves out a position that holds nothing", () => {
    const { sum } = sums([held(1, 1, 1), held(2, 1, 0)]);
    expect([sum.value?.toNumber(), sum.counted, sum.of]).toEqual([1.8, 1, 2]);
  });

  it("has the sum of the known days where the last one is missing", () => {
    const ended = { 1: events("0.001").slice(0, 12), 2: events("0.003").slice(0, 12) };
    const found = portfolioFunding([held(1, 1, 1), held(2, 1, 1)], {
      ...{ start: START, end: END },
      eventsOf: (id) => ended[id as 1 | 2],
    });
    expect(found.days.map(({ usd }) => usd?.toNumber() ?? null)).toEqual([1.2, 1.2, null]);
    expect(found.days.at(-1)).toMatchObject({ cumulative: null, counted: 0, of: 12 });
    expect(found.sum.value?.toNumber()).toBe(2.4);
  });

  it("counts missing events, and a day of known ones beside them", () => {
    const { days } = sums([held(1, 3, 1), held(2, 1, 1)]);
    expect(days[0]).toEqual(["05-25", -0.3, 1.8, 1.5, 1.5, 9, 12]);
  });
});
