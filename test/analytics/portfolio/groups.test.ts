import { describe, expect, it } from "vitest";
import { createGrouper, exchangesOn, pairOf } from "../../../src/analytics/portfolio/groups.js";
import { createResults } from "../../../src/analytics/portfolio/results.js";
import type { Leg, Position } from "../../../src/client/resources/position.js";
import { ago, DAY, hedged, long, short } from "../../support/fresh-legs.js";
import { NOW } from "../../support/now.js";
import { performance } from "../../support/records.js";

/** The groups of positions in their order, with the number of positions of each. */
function groups(by: Parameters<typeof createGrouper>[0], ...positions: Position[]) {
  const grouper = createGrouper(by, { now: NOW });
  for (const it of positions) grouper.add(it);
  return grouper.groups().map(({ key, positions: count }) => [key, count]);
}

describe("groups of positions", () => {
  const sized = (asset: string, quantity: number, mark: number | null = 60_000) =>
    hedged(1, { asset, legs: [long({ quantity, mark_price: mark }), short({ quantity: 0 })] });

  it("have the largest gross notional first, equal ones by name and unknown ones last", () => {
    const all = [sized("D", 1, null), sized("A", 1), sized("C", 3), sized("B", 1), sized("A", 0)];
    const expected = [
      ["C", 1],
      ["A", 2],
      ["B", 1],
      ["D", 1],
    ];
    for (const index of all.keys()) {
      const turned = [...all.slice(index), ...all.slice(0, index)];
      expect(groups("asset", ...turned)).toEqual(expected);
      expect(groups("asset", ...turned.toReversed())).toEqual(expected);
    }
  });

  it("are of the month of closing, newest first, open before them and unknown before that", () => {
    const closed = (closed_at: string | null) => hedged(1, { status: "closed", closed_at });
    const all = [closed("2026-04-30T23:59:59Z"), closed(null), closed("2026-05-01T00:00:00Z")];
    const expected = [
      ["unknown", 1],
      ["open", 1],
      ["2026-05", 1],
      ["2026-04", 1],
    ];
    expect(groups("month", ...all, hedged(2))).toEqual(expected);
    expect(groups("month", hedged(2), ...all.toReversed())).toEqual(expected);
  });

  it("are of an age from its first day on, the youngest first and unknown last", () => {
    const aged = (days: number) => hedged(1, { opened_at: ago(days * DAY) });
    const unknown = hedged(1, { status: "closed", closed_at: null });
    const ages = [90, 89.9, 30, 29.9, 7, 6.9, 1, 0.9];
    const expected = [
      ["under 1d", 1],
      ["1d to 7d", 2],
      ["7d to 30d", 2],
      ["30d to 90d", 2],
      ["90d or more", 1],
      ["unknown", 1],
    ];
    expect(groups("age", unknown, ...ages.map(aged))).toEqual(expected);
    expect(groups("age", ...ages.toReversed().map(aged), unknown)).toEqual(expected);
  });

  it("are by how long a closed position was held", () => {
    const more = { status: "closed", opened_at: ago(100 * DAY), closed_at: ago(98 * DAY) };
    expect(groups("age", hedged(1, more))).toEqual([["1d to 7d", 1]]);
  });

  it("add up to all positions, with the results of the closed ones of each", () => {
    const grouper = createGrouper("status", { now: NOW });
    grouper.add(hedged(1));
    grouper.add(hedged(2, { status: "closed", closed_at: ago(DAY) }));
    expect(grouper.all()).toMatchObject({ positions: 2, open: 1, closed: 1 });
    expect(grouper.groups().map(({ key, results }) => [key, results.win_rate.of])).toEqual([
      ["open", 0],
      ["closed", 1],
    ]);
  });
});

describe("a pair of exchanges", () => {
  const on = (side: string, exchange: string) => ({ side, exchange }) as Leg;

  it("has each exchange of a side once, sorted, the long side first", () => {
    const legs = [on("short", "okx"), on("short", "bybit"), on("short", "okx"), on("long", "z")];
    expect(pairOf(legs)).toBe("z/bybit+okx");
    expect([pairOf([on("long", "z")]), pairOf([on("short", "z")])]).toEqual(["z/none", "none/z"]);
    expect(exchangesOn([on("long", "z")], "short")).toBeNull();
  });
});

describe("the results of closed positions", () => {
  const results = (...positions: Position[]) => {
    const accumulator = createResults();
    for (const it of positions) accumulator.add(it);
    const { win_rate, mean_days_held, net_per_1000_a_day } = accumulator.results();
    return {
      won: [win_rate.value?.toNumber(), win_rate.counted, win_rate.of],
      held: [mean_days_held.value?.toNumber(), mean_days_held.counted, mean_days_held.of],
      net: [net_per_1000_a_day.value?.toNumber(), net_per_1000_a_day.counted],
      about: net_per_1000_a_day.about,
    };
  };
  /** Opened 40 days ago, held for so many days. */
  const closed = (days: number | null, net_pnl: number | null, apr: number | null = null) =>
    hedged(1, {
      ...{ status: "closed", opened_at: ago(40 * DAY) },
      closed_at: days === null ? null : ago((40 - days) * DAY),
      performance: performance({ net_pnl, apr, duration_days: days }),
    });

  it("count a net PnL from half a cent on as won, and one that is unknown not at all", () => {
    const all = [closed(1, 0.005), closed(1, 0.00499), closed(1, -5), closed(1, null)];
    expect(results(...all).won).toEqual([33.3333333333333, 3, 4]);
    expect(results(closed(1, null)).won).toEqual([undefined, 0, 1]);
  });

  it("have the mean of the days held of those with a time of closing", () => {
    expect(results(closed(1, 1), closed(4, 1), closed(null, 1)).held).toEqual([2.5, 2, 3]);
    expect(results(closed(null, 1)).held).toEqual([undefined, 0, 1]);
  });

  it("have what 1,000 USD earned a day, in proportion to the APR", () => {
    // 2,000 USD for 10 days and 1,000 USD for 10 days earned 20 - 5
    const all = [closed(10, 20, 36.5), closed(10, -5, -18.25)];
    expect(results(...all)).toMatchObject({ net: [0.5, 2], about: false });
    expect(results(closed(10, 20)).net).toEqual([undefined, 0]);
    expect(results(closed(6, 12, 36.5)).about).toBe(true);
  });

  it("leave open positions out", () => {
    expect(results(hedged(1))).toEqual({
      ...{ won: [undefined, 0, 0], held: [undefined, 0, 0], net: [undefined, 0], about: false },
    });
  });
});
