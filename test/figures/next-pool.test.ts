import { describe, expect, it } from "vitest";
import { type Days, normal } from "../../src/figures/next/fit.js";
import { type Pool, pairsOfMarkets, poolOf } from "../../src/figures/next/pool.js";
import { nextOfMove, nextOfSum, type Sized } from "../../src/figures/next/week.js";
import { randomOf } from "../support/random.js";

const nextOf = (subject: Sized, pool: Pool) => nextOfSum([subject], pool);

const random = randomOf(3);
const noisy = (level: number, jump = 0): number[] =>
  Array.from({ length: 30 }, (_, at) => {
    return level + (random.below(201) - 100) / 10_000 + (at >= 23 ? jump : 0);
  });
const calm = (value: number): Days => new Array<number>(30).fill(value);
const without = (days: Days, ...gone: number[]) =>
  days.map((it, at) => (gone.includes(at + 1) ? null : it));
const someNoisy = (count: number) => Array.from({ length: count }, () => noisy(0.01));

/** The series of every pair of markets. */
const paired = (markets: readonly (readonly number[])[]): Days[] =>
  markets.flatMap((long, at) =>
    markets.slice(at + 1).map((short) => short.map((it, day) => it - (long[day] ?? 0))),
  );

describe("the pool", () => {
  it("has each pair of the 32 largest markets once", () => {
    const markets = Array.from({ length: 40 }, (_, at) => ({
      id: 100 - at,
      notional: at === 0 ? null : at < 10 ? 5 : 7,
    }));
    const pairs = pairsOfMarkets(markets);
    expect([pairs.length, pairs[0], pairs.at(-1)]).toEqual([
      496,
      { long: 61, short: 62 },
      { long: 91, short: 92 }, // of those with 5: the two lowest ids
    ]);
    expect(new Set(pairs.map(({ long, short }) => `${long} ${short}`)).size).toBe(496);
  });

  it("says wide ranges after a market jumped, and that they did not hold for its pairs", () => {
    const markets = someNoisy(4);
    const before = poolOf(paired(markets));
    const pool = poolOf(paired([...markets.slice(1), noisy(0.01, 0.1)]));
    expect(before.q).toBeLessThan(1.5);
    expect(pool.q).toBeGreaterThan(3);
    expect(before.record([])).toMatchObject({ of: 6 });
    expect(pool.record([])).toEqual({ held: 3, of: 6, weeks: 1 });
  });

  it("never says a range of more than 6 standard errors either way", () => {
    expect(poolOf(paired([...someNoisy(3), noisy(0, 100)])).q).toBe(6);
  });

  it("says no range with fewer than 5 pairs, but what is likely", () => {
    const days = noisy(0.02);
    const few = nextOfSum([{ days, size: 1000 }], poolOf(someNoisy(4)));
    expect(few).toMatchObject({ range: undefined, unknown: "few_pairs", counted: 1 });
    expect(few.sum).toBeCloseTo(1.4, 0);
    expect([few.chance(0), few.backBy(0), poolOf(someNoisy(4)).record([])]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(nextOfSum([{ days, size: 1000 }], poolOf([]))).toMatchObject({
      sum: undefined,
      unknown: "few_pairs",
    });
    const gone = someNoisy(3).map((it) => without(it, 23));
    expect(poolOf([...gone, ...someNoisy(4)]).q).toBeUndefined();
  });

  it("takes the record of positions where 5 can be scored, else of pairs", () => {
    const pool = poolOf(someNoisy(20));
    const positions = someNoisy(6);
    expect(pool.record(positions)?.of).toBe(6);
    expect(pool.record([...positions.slice(0, 4), without(noisy(0), 30), calm(0)])?.of).toBe(5);
    expect(pool.record(positions.slice(0, 4))?.of).toBe(20);
  });
});

describe("what is likely", () => {
  it("is the same again of a rate that never moved", () => {
    const { sum, range } = nextOf(
      { days: calm(0.03), size: 1000 },
      poolOf(new Array<Days>(6).fill(calm(0.03))),
    );
    expect(sum).toBeCloseTo(7 * 0.3, 12);
    expect([range?.low, range?.high].map((it) => Math.abs((it ?? 0) - 2.1) < 1e-5)).toEqual([
      true,
      true,
    ]);
    expect(
      nextOf({ days: calm(0), size: 1000 }, poolOf(new Array<Days>(6).fill(calm(0)))).sum,
    ).toBe(0);
  });

  it("has a range also of a calm series among others: it may move as they do", () => {
    const { range } = nextOf({ days: calm(0.03), size: 1000 }, poolOf(someNoisy(20)));
    expect((range?.high ?? 0) - (range?.low ?? 0)).toBeGreaterThan(0.05);
  });

  it("is unknown without the last day, or two thirds of the days", () => {
    const pool = poolOf(someNoisy(20));
    const days = noisy(0.01);
    const [last, twenty] = [without(days, 30), without(days, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10)];
    const unknown = { sum: undefined, unknown: "events_missing" };
    expect(nextOf({ days: last, size: 1 }, pool)).toMatchObject(unknown);
    expect(nextOf({ days: twenty, size: 1 }, pool).range).toBeDefined();
    expect(nextOf({ days: without(twenty, 20), size: 1 }, pool)).toMatchObject(unknown);
  });

  it("adds up over positions, says of how many, and of a move needs both", () => {
    const pool = poolOf(someNoisy(20));
    const [one, other] = [
      { days: noisy(0.02), size: 1000 },
      { days: noisy(-0.01), size: 500 },
    ];
    const gone = { days: without(noisy(0), 30), size: 900 };
    const book = nextOfSum([one, gone, other], pool);
    expect(book).toMatchObject({ counted: 2, of: 3, size: 1500 });
    expect(book.sum).toBe((nextOf(one, pool).sum ?? 0) + (nextOf(other, pool).sum ?? 0));
    const move = nextOfMove(one, other.days, pool);
    const into = nextOf({ ...other, size: 1000 }, pool);
    expect(move.sum).toBeCloseTo((into.sum ?? 0) - (nextOf(one, pool).sum ?? 0), 12);
    expect(nextOfMove(one, gone.days, pool)).toMatchObject({ sum: undefined, counted: 0 });
    const apart = nextOfSum([one, { ...other, days: without(other.days, 1, 2, 3, 4) }], pool);
    expect(apart.range).toBeDefined();
    const gaps = [1, 2, 3, 4, 5, 6].map((it) => ({ ...one, days: without(one.days, it, it + 6) }));
    expect(nextOfSum(gaps, pool)).toMatchObject({
      counted: 6,
      range: undefined,
      unknown: "events_missing",
    });
  });
});

it("the normal distribution is that of the tables, far out, too", () => {
  const table = [
    [-10, 7.619853024160527e-24],
    [-3, 0.0013498980316300946],
    [-2.999999, 0.001349902463485155],
    [-1, 0.15865525393145705],
    [0, 0.5],
    [1.2816, 0.9000084999023248],
  ] as const;
  for (const [x, is] of table) expect(normal(x) / is).toBeCloseTo(1, 12);
  expect([normal(40), normal(Number.POSITIVE_INFINITY), normal(-40) < 1e-300]).toEqual([
    1,
    1,
    true,
  ]);
});
