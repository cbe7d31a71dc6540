import { Big } from "big.js";
import { describe, expect, it } from "vitest";
import { runOf } from "../../../src/analytics/funding/run.js";
import { rotationOf } from "../../../src/analytics/rotation/figures.js";
import type { FundingEvent } from "../../../src/client/resources/funding.js";
import type { Leg, Position } from "../../../src/client/resources/position.js";
import { historyFrom } from "../../support/market-events.js";

const HOUR = 3_600_000;
const NOW = Date.parse("2026-06-01T00:00:00Z");

/** Settlements of a market every 8 hours up to now, newest last. */
const settled = (rate: string | null, mark: string | null = "100", count = 40): FundingEvent[] =>
  Array.from({ length: count }, (_, n) => ({
    funding_time: new Date(NOW - (count - 1 - n) * 8 * HOUR).toISOString(),
    ...{ funding_rate: rate, funding_interval: 8, mark_price: mark },
  }));

const leg = (side: "long" | "short", market: number, quantity = 1, price = 100): Leg => ({
  ...{ side, market_id: market, exchange: "x", symbol: "S", leverage: null, quantity },
  ...{ open_price: price, mark_price: price, mark_price_updated_at: null },
});

type Markets = Readonly<Record<number, readonly FundingEvent[]>>;

const positionOf = (legs: readonly Leg[]) =>
  ({
    ...{ position_id: "p", asset: "S", status: "open", closed_at: null },
    ...{ opened_at: "2026-01-01T00:00:00Z", legs },
  }) as Position;

/** What a position could move to, with a fee of 0.1 % a fill. */
function rotation(legs: readonly Leg[], markets: Markets, ids?: readonly number[], now = NOW) {
  return rotationOf(positionOf(legs), {
    markets: ids ?? Object.keys(markets).map(Number),
    historyOf: historyFrom((id) => markets[id]),
    ...{ now, feeOf: () => new Big("0.001") },
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
      ["1/3", 2 * DAY_AT_1, 0.2, 0.333333333333333, "long"],
      ["2/3", DAY_AT_1, 0.4, 1.33333333333333, ""],
    ]);
  });

  it("have the one that is held, turned, if that is what was paid", () => {
    const turned = rowsOf([leg("long", 2), leg("short", 1)], { 1: markets[1], 2: markets[2] });
    expect(turned).toEqual([["1/2", 2 * DAY_AT_1, 0.4, 0.666666666666667, ""]]);
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
    expect(found).toMatchObject({ candidates: [], uncovered: 0, conflicting: 0, otherUnit: 0 });
    expect(found.held).toMatchObject({ value: null, unknown: "funding_unknown" });
    expect(found.heldLacks).toMatchObject([{ leg: { market_id: 8 }, why: "no_history" }]);
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
    const coming = { ...next, mark_price: "120" } as FundingEvent;
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
    expect(days("0.0000166666666667")).toBeCloseTo(40);
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

  it("are named in the order of their ids, whether what is held is known or not", () => {
    const holes = settled("0").map((it, n) =>
      n > 30 && n < 35 ? { ...it, funding_rate: null } : it,
    );
    const others = { 3: settled("0.001"), 4: holes, 5: settled("0", null) };
    const ids = (held: Markets) =>
      rotation([leg("long", 1), leg("short", 2)], { ...held, ...others }).lacking.map(
        (it) => it.id,
      );
    expect(ids({ 1: settled("0"), 2: settled("0") })).toEqual([4, 5]);
    expect(ids({ 1: settled("0") })).toEqual([4, 5]);
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

describe("the clock of what is held", () => {
  /** Settlements every hour up to half past, newest last; the rate is that of so many hours ago. */
  const hourly = (rate: (ago: number) => string | null): FundingEvent[] =>
    Array.from({ length: 24 * 30 }, (_, n) => 24 * 30 - 1 - n).map((ago) => ({
      funding_time: new Date(LATE - 30 * MINUTE - ago * HOUR).toISOString(),
      ...{ funding_rate: rate(ago), funding_interval: 1, mark_price: "100" },
    }));
  const MINUTE = 60_000;
  /** Half past seven: markets of 8 hours settled at midnight, those of an hour half an hour ago. */
  const LATE = NOW + 7 * HOUR + 30 * MINUTE;
  const pair = [leg("long", 1), leg("short", 2)];
  const value = (measure: { readonly value: Big | null } | undefined) => measure?.value?.toNumber();

  it("is its own, so that a position has one figure on every screen", () => {
    const markets = {
      ...{ 1: hourly(() => "0"), 2: hourly((ago) => (ago < 7 ? "-0.003" : "0.0001")) },
      ...{ 3: settled("0"), 4: settled("0.001") },
    };
    const { held, candidates } = rotation(pair, markets, undefined, LATE);
    const position = positionOf(pair);
    const historyOf = historyFrom((id) => markets[id as keyof typeof markets]);
    const { perDay } = runOf(position, { historyOf, now: LATE }, "7d");
    expect([held.asOf, value(held)]).toEqual([NOW + 7 * HOUR, value(perDay)]);
    for (const { run, gain, held: own } of candidates) {
      expect([gain.asOf, own]).toEqual([Math.min(run.asOf ?? 0, NOW + 7 * HOUR), held]);
      expect(value(gain)).toBeCloseTo((value(run) ?? 0) - (value(held) ?? 0), 8);
    }
  });

  it("leaves no market off for its longer periods", () => {
    // 2 single hours of 168 are missing: 1.2 percent, but of 21 periods of 8 hours 9.5 percent
    const holey = hourly((ago) => (ago === 20 || ago === 60 ? null : "0.0001"));
    const markets = { 1: hourly(() => "0"), 2: holey, 3: hourly(() => "0.001"), 4: settled("0.1") };
    const found = rotation(pair, markets, undefined, LATE);
    expect(found.lacking).toEqual([]);
    expect([found.held.asOf, found.held.coveredHours]).toEqual([NOW + 7 * HOUR, 166]);
    expect([found.candidates.length, found.uncovered]).toEqual([4, 1]);
  });

  it("is not that of a market that ended, of one of another unit, or of one that conflicts", () => {
    const hours = { 1: hourly(() => "0"), 2: hourly(() => "0.0001"), 3: hourly(() => "0.001") };
    const twice = [...settled("0.1"), ...settled("0.2").slice(-3, -2)];
    const others = { ended: settled("0.1").slice(0, 20), other: settled("0.1", "150"), twice };
    const found = Object.values(others).map((market) =>
      rotation(pair, { ...hours, 4: market }, undefined, LATE),
    );
    expect(found.map(({ held }) => held.asOf)).toEqual(found.map(() => NOW + 7 * HOUR));
    expect(found.map(({ lacking }) => lacking)).toEqual([
      ...[[{ id: 4, why: "uncovered" }], [], [{ id: 4, why: "conflicting" }]],
    ]);
    const counts = found.map((it) => [it.uncovered, it.otherUnit, it.conflicting]);
    expect(counts).toEqual([
      ...[
        [3, 0, 0],
        [0, 3, 0],
        [0, 0, 3],
      ],
    ]);
  });
});

describe("what is held", () => {
  const legs = [leg("long", 1), leg("short", 2)];
  const whys = (markets: Markets) => {
    const { candidates, heldLacks, uncovered, conflicting } = rotation(legs, markets);
    expect([candidates, uncovered, conflicting]).toEqual([[], 0, 0]);
    return heldLacks.map(({ leg: { side }, why, counted, of }) => [side, why, counted, of]);
  };
  const without = (rate: string, ...missing: readonly number[]) =>
    settled(rate).map((it, n) => (missing.includes(n) ? { ...it, funding_rate: null } : it));

  it("is not known where a leg conflicts, lacks its events, or its spacing", () => {
    const [sound, other] = [settled("0"), settled("0.001")];
    const twice = [...sound, ...other.slice(-3, -2)];
    expect(whys({ 1: sound, 2: twice, 3: other })).toEqual([["short", "conflicting", 20, 21]]);
    expect(whys({ 1: without("0", 30, 35), 2: sound, 3: other })).toEqual([
      ...[["long", "uncovered", 19, 21]],
    ]);
    expect(whys({ 1: sound.slice(-1), 3: other })).toEqual([
      ["long", "too_few_events", undefined, undefined],
      ["short", "no_history", undefined, undefined],
    ]);
  });

  it("is not known where two of three legs lack too much together, and names those", () => {
    const markets = { 1: without("0", 30), 2: without("0", 35), 3: settled("0.001") };
    const legs = [leg("long", 1, 2), leg("short", 2), leg("short", 3)];
    const lacks = rotation(legs, markets).heldLacks;
    expect(lacks.map(({ leg: { market_id }, counted, of }) => [market_id, counted, of])).toEqual([
      [1, 20, 21],
      [2, 20, 21],
    ]);
  });

  it("is not known where two legs lack too much together, and names both", () => {
    const markets = { 1: without("0", 30), 2: without("0", 35), 3: settled("0.001") };
    expect(whys(markets)).toEqual([
      ["long", "uncovered", 20, 21],
      ["short", "uncovered", 20, 21],
    ]);
  });
});
