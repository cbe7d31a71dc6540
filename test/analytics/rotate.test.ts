import { Big } from "big.js";
import { describe, expect, it } from "vitest";
import { rotationOf } from "../../src/analytics/rotate.js";
import type { FundingPoint } from "../../src/client/resources/funding.js";
import type { LegSummary, Position } from "../../src/client/resources/position.js";

const HOUR = 3_600_000;
const NOW = Date.parse("2026-06-01T00:00:00Z");

/** Settlements of a market every 8 hours up to now, newest last. */
const settled = (rate: string | null, mark: string | null = "100", count = 40): FundingPoint[] =>
  Array.from({ length: count }, (_, n) => ({
    funding_time: new Date(NOW - (count - 1 - n) * 8 * HOUR).toISOString(),
    ...{ funding_rate: rate, funding_interval: 8, mark_price: mark },
  }));

const leg = (side: "long" | "short", market: number, quantity = 1, price = 100): LegSummary => ({
  ...{ side, market_id: market, exchange: "x", symbol: "S", leverage: null, quantity },
  ...{ open_price: price, mark_price: price, mark_price_updated_at: null },
});

type Markets = Readonly<Record<number, readonly FundingPoint[]>>;

/** What a position could move to, with a fee of 0.1 % a fill. */
function rotation(legs: readonly LegSummary[], markets: Markets, ids?: readonly number[]) {
  const position = {
    ...{ position_id: "p", asset: "S", status: "open", closed_at: null },
    ...{ opened_at: "2026-01-01T00:00:00Z", legs },
  } as Position;
  return rotationOf(position, {
    markets: ids ?? Object.keys(markets).map(Number),
    historyOf: (id) => markets[id],
    ...{ now: NOW, fee: new Big("0.001") },
  });
}
const rowsOf = (...args: Parameters<typeof rotation>) =>
  rotation(...args).candidates.map(({ long, short, gain, cost, paysBack, keeps }) => [
    ...[`${long}/${short}`, gain.value?.toNumber(), cost.value?.toNumber()],
    ...[paysBack.value?.toNumber() ?? "never", keeps.join()],
  ]);
/** What a day pays at 0.001 every 8 hours and a price of 100, of one. */
const DAY_AT_1 = 0.3;

describe("the pairs that a position could move to", () => {
  const markets = { 1: settled("0"), 2: settled("0.001"), 3: settled("0.003") };
  const pair = [leg("long", 1), leg("short", 2)];

  it("are those not held, in the direction that was paid, the largest gain first", () => {
    expect(rowsOf(pair, markets)).toEqual([
      // a leg costs 2 fills x 0.001 x 100
      ["1/3", 2 * DAY_AT_1, 0.2, 0.33333333, "long"],
      ["2/3", DAY_AT_1, 0.4, 1.33333333, ""],
    ]);
  });

  it("have the one that is held, turned, if that is what was paid", () => {
    const turned = rowsOf([leg("long", 2), leg("short", 1)], { 1: markets[1], 2: markets[2] });
    expect(turned).toEqual([["1/2", 2 * DAY_AT_1, 0.4, 0.66666667, ""]]);
  });

  it("have a pair of which a third leg is held beside it", () => {
    const three = [leg("long", 1, 2), leg("short", 2), leg("short", 3)];
    const [first, ...others] = rotation(three, markets).candidates;
    expect([first?.long, first?.short, first?.keeps]).toEqual([1, 3, ["long"]]);
    // 2 short at 0.003, against 1 at 0.001 and 1 at 0.003; 1 has to be traded
    expect([first?.run, first?.held, first?.gain].map((it) => it?.value?.toNumber())).toEqual([
      ...[1.8, 1.2, 0.6],
    ]);
    expect(first?.cost.value?.toNumber()).toBe(0.2);
    expect(others.map(({ long, short }) => [long, short])).toEqual([
      [2, 3],
      [1, 2],
    ]);
  });

  it("have not the one that is held with two legs of a market", () => {
    const two = [leg("long", 1, 2), leg("short", 2), leg("short", 2)];
    expect(rowsOf(two, markets).map(([ids]) => ids)).toEqual(["1/3", "2/3"]);
  });

  it("are in the order of the long side's ids where they gain alike, turned or not", () => {
    const [none, some] = [settled("0"), settled("0.001")];
    const rows = rowsOf([leg("long", 2), leg("short", 3)], { 1: some, 2: none, 3: none, 4: some });
    expect(rows.map(([ids]) => ids)).toEqual(["2/1", "2/4", "3/1", "3/4", "1/4"]);
  });

  it("are in the order of their ids where they gain alike, and each market counts once", () => {
    const alike = { 9: settled("0"), 1: settled("0"), 2: settled("0"), 3: settled("0") };
    const held = [leg("long", 9), leg("short", 1)];
    const ids = rowsOf(held, alike, [9, 3, 2, 1, 3, 9]).map(([ids]) => ids);
    expect(ids).toEqual(["1/2", "1/3", "1/9", "2/3", "2/9", "3/9"]);
  });

  it("are none without the history of a market that is held", () => {
    const found = rotation([leg("long", 1), leg("short", 8)], markets);
    expect(found).toMatchObject({ candidates: [], uncovered: 3, otherUnit: 0 });
  });

  it("are none that is covered for less than 95 percent of 7 days", () => {
    const lacking = (count: number) =>
      settled("0.003").map((it, n) =>
        n >= 39 - count && n < 39 ? { ...it, funding_rate: null } : it,
      );
    // 1 of 21 is less than 5 percent, 2 are more
    expect(rotation(pair, { ...markets, 3: lacking(1) })).toMatchObject({ uncovered: 0 });
    const found = rotation(pair, { ...markets, 3: lacking(2) });
    expect([found.candidates, found.uncovered]).toEqual([[], 2]);
  });
});

describe("the run of a pair that a position could move to", () => {
  it("is of the quantity of the larger side, and of the time of what is held", () => {
    const markets = { 1: settled("0"), 2: settled("0"), 3: settled("0.001") };
    for (const legs of [
      [leg("long", 1, 3), leg("short", 2, 2)],
      [leg("long", 1, 2), leg("short", 2, 3)],
    ]) {
      const [first] = rotation(legs, markets).candidates;
      expect(first?.run.value?.toNumber()).toBe(0.9);
      expect(first?.run).toMatchObject({ asOf: NOW, coveredHours: 168, wantedHours: 168 });
      expect(first?.gain.asOf).toBe(NOW);
    }
    const late = { ...markets, 2: settled("0").slice(0, -1) };
    const [first] = rotation([leg("long", 1), leg("short", 2)], late).candidates;
    expect(first?.held.asOf).toBe(NOW - 8 * HOUR);
  });
});

describe("the cost of moving", () => {
  it("is that of what is not held there yet on the same side", () => {
    const markets = { 1: settled("0"), 2: settled("0.001"), 3: settled("0.003") };
    const rows = rowsOf([leg("long", 1, 1), leg("short", 2, 4)], markets);
    // 3 more of market 1 and 4 of market 3; 4 of either of 2 and 3
    expect(rows.map(([ids, , cost]) => [ids, cost])).toEqual([
      ["1/3", 1.4],
      ["2/3", 1.6],
    ]);
    const more = rowsOf([leg("long", 1, 5), leg("short", 2, 4)], markets);
    expect(more.find(([ids]) => ids === "1/3")?.[2]).toBe(1);
  });

  it("is at the newest mark price above zero that is not still to come", () => {
    const events = settled("0.001").map((it, n) => ({
      ...it,
      mark_price: n < 38 ? "90" : n === 38 ? "110" : "0",
    }));
    const next = { ...events[0], funding_time: new Date(NOW + 8 * HOUR).toISOString() };
    const coming = { ...next, mark_price: "120" } as FundingPoint;
    const legs = [leg("long", 1), leg("short", 2)];
    const markets = { 1: settled("0"), 2: settled("0"), 3: [...events, coming] };
    const { candidates, lacking, uncovered } = rotation(legs, markets);
    // the last event has no mark price above zero: 20 of 21 are covered
    expect([candidates.length, lacking, uncovered]).toEqual([2, [], 0]);
    expect(candidates[0]?.cost.value?.toNumber()).toBe(0.22);
  });

  it("is never paid back by a gain that reads 0.00", () => {
    const [one, two] = [settled("0"), settled("0")];
    const days = (rate: string) => {
      const rows = rowsOf([leg("long", 1), leg("short", 2)], { 1: one, 2: two, 3: settled(rate) });
      return rows.find(([ids]) => ids === "1/3")?.[3];
    };
    // 0.00499, 0.005, and a loss
    expect(days("0.0000166333333333")).toBe("never");
    expect(days("0.0000166666666667")).toBe(40);
    expect(
      rowsOf([leg("long", 1), leg("short", 2)], { 1: one, 2: settled("0.01"), 3: two }),
    ).toEqual([
      ["3/2", 0, 0.2, "never", "short"],
      ["1/3", -3, 0.2, "never", "long"],
    ]);
  });
});

describe("the markets that are not offered", () => {
  it("are named with what they lack", () => {
    const markets = { 1: settled("0"), 2: settled("0"), 4: settled("0", null), 5: [] };
    const found = rotation([leg("long", 1), leg("short", 2)], markets, [5, 4, 3, 2, 1]);
    expect(found.lacking).toEqual([
      { id: 3, why: "no_history" },
      { id: 4, why: "no_mark" },
      { id: 5, why: "too_few_events" },
    ]);
  });

  it("have a price outside 0.8 to 1.25 times that of the position's first leg", () => {
    const others = (price: string) => {
      const markets = { 1: settled("0"), 2: settled("0"), 3: settled("0.001", price) };
      const { otherUnit, candidates } = rotation([leg("long", 1), leg("short", 2)], markets);
      return [otherUnit, candidates.length];
    };
    expect(["79.9", "80", "125", "125.1"].map(others)).toEqual([
      ...[
        [2, 0],
        [0, 2],
        [0, 2],
        [2, 0],
      ],
    ]);
  });

  it("are all if that leg has no price", () => {
    const markets = { 1: settled("0"), 2: settled("0"), 3: settled("0.001") };
    const unpriced = { ...leg("long", 1), mark_price: null, open_price: null };
    const found = rotation([unpriced, leg("short", 2)], markets);
    expect([found.otherUnit, found.candidates]).toEqual([3, []]);
  });

  it("are none of contracts of a thousand, of which a thousandth is traded", () => {
    const thousand = { 1: settled("0"), 2: settled("0"), 3: settled("0.001", "100000") };
    const pair = [leg("long", 1, 2), leg("short", 2, 2)];
    const [first] = rotation(pair, thousand).candidates;
    expect([first?.run.value?.toNumber(), first?.cost.value?.toNumber()]).toEqual([0.6, 0.4]);
    const [other] = rotation([leg("long", 1, 2), leg("short", 3, 0.002, 100_000)], {
      ...thousand,
      2: settled("0.002"),
    }).candidates;
    expect([other?.long, other?.short, other?.run.value?.toNumber()]).toEqual([1, 2, 1.2]);
    expect(other?.cost.value?.toNumber()).toBe(0.4);
  });
});
