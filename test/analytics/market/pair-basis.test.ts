import { Big } from "big.js";
import { describe, expect, it } from "vitest";
import { type PairBasis, pairBasisOf } from "../../../src/analytics/market/pair-basis.js";
import type { SettledEvent } from "../../../src/book/settled-event.js";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NOW = Date.parse("2026-06-01T00:00:00Z");

/** Events every 8 hours of the last `days`, newest at NOW; `late` minutes after the hour. */
function market(markOf: (index: number) => number | null, days = 30, late = 0): SettledEvent[] {
  const count = days * 3 + 1;
  return Array.from({ length: count }, (_, index) => {
    const mark = markOf(index);
    const time = NOW - (count - 1 - index) * 8 * HOUR + late * 60_000;
    return { time, rate: "0", mark: mark === null ? null : `${mark}`, conflicting: false };
  });
}

const at100 = market(() => 100);
const one = (side: "long" | "short", events: readonly SettledEvent[]) => {
  return { side, quantity: 1, amount: 1, events };
};
const pair = (short: readonly SettledEvent[], long = at100) => [
  one("long", long),
  one("short", short),
];

function numbers({ instants, ...figures }: PairBasis) {
  const read = ([name, { value }]: [string, PairBasis["now"]]) => [name, value && Number(value)];
  return { ...Object.fromEntries(Object.entries(figures).map(read)), instants };
}

describe("the basis of a pair over 30 days", () => {
  it("is short over long at common settlements, with its mean, changes and half-life", () => {
    const values = [1, 0.5, 0.2, 0.4]; // percent, again and again
    const basis = pairBasisOf(pair(market((n) => 100 + (values[n % 4] ?? 0))), NOW);
    const series = Array.from({ length: 90 }, (_, n) => values[(n + 1) % 4] ?? 0);
    const mean = series.reduce((a, b) => a + b) / 90;
    const daily = series.slice(3).map((it, n) => it - (series[n] ?? 0));
    const middle = daily.reduce((a, b) => a + b) / daily.length;
    const sd = Math.sqrt(daily.reduce((s, it) => s + (it - middle) ** 2, 0) / (daily.length - 1));
    const spread = series.reduce((s, it) => s + (it - mean) ** 2, 0);
    const shared = series
      .slice(1)
      .reduce((s, it, n) => s + (it - mean) * ((series[n] ?? 0) - mean), 0);
    const phi = shared / spread;
    expect(numbers(basis)).toMatchObject({ instants: 90, now: series[89] });
    expect(numbers(basis).mean).toBeCloseTo(mean, 11);
    expect(numbers(basis).dailySd).toBeCloseTo(sd, 11);
    expect(numbers(basis).worstWeek).toBeCloseTo(0.6, 7);
    expect(phi).toBeLessThan(0.5);
    if (phi <= 0) expect(numbers(basis).halfLife).toBeNull();
    else expect(numbers(basis).halfLife).toBeCloseTo(Math.log(0.5) / Math.log(phi) / 3, 7);
  });

  it("has the half-life of a deviation that halves every eighth settlement", () => {
    const basis = pairBasisOf(pair(market((n) => 100 + 5 * 0.5 ** (n / 8))), NOW);
    const half = numbers(basis).halfLife;
    expect(half).toBeGreaterThan(2); // of a short series, it is too short
    expect(half).toBeLessThan(8 / 3 + 0.5);
  });

  it("has a percentile, of the fresh marks of what is held or else of the last instant", () => {
    const rising = pair(market((n) => 100 + n / 10));
    expect(numbers(pairBasisOf(rising, NOW)).percentile).toBe(100);
    const held = pairBasisOf(rising, NOW, { value: new Big("4.55"), asOf: NOW + 5 });
    expect(held.now).toMatchObject({ asOf: NOW + 5 });
    expect(numbers(held)).toMatchObject({ now: 4.55, percentile: (45 * 100) / 90 });
  });

  it("has twelve significant digits where prices are close", () => {
    const third = pairBasisOf(
      pair(
        market(() => 100.1),
        market(() => 99.7),
      ),
      NOW,
    );
    expect(numbers(third).now).toBeCloseTo((100.1 / 99.7 - 1) * 100, 11);
  });

  it("joins settlements a minute apart and leaves out those further apart", () => {
    expect(pairBasisOf(pair(market(() => 101, 30, 1)), NOW + 60_000).instants).toBe(90);
    expect(pairBasisOf(pair(market(() => 101, 30, 2)), NOW + DAY).instants).toBe(0);
  });

  it("leaves out instants without a mark and is unknown under 20", () => {
    const holes = market((n) => (n % 2 === 0 ? null : 101));
    expect(pairBasisOf(pair(holes), NOW).instants).toBe(45);
    const few = pairBasisOf(pair(market(() => 101, 6)), NOW);
    expect(few.instants).toBe(19);
    expect(few.now).toMatchObject({ value: null, unknown: "too_few_instants" });
    expect(few.worstWeek.value).toBeNull();
  });

  it("weights the legs of a side by quantity and counts contracts of a thousand alike", () => {
    const short = [
      { side: "short", quantity: 3, amount: 3, events: market(() => 102) } as const,
      { side: "short", quantity: 0.001, amount: 1, events: market(() => 106_000) } as const,
    ];
    expect(numbers(pairBasisOf([one("long", at100), ...short], NOW)).mean).toBe(3);
  });

  it("has no half-life and no deviation of a constant basis", () => {
    const constant = numbers(pairBasisOf(pair(market(() => 101)), NOW));
    expect(constant).toMatchObject({ mean: 1, dailySd: 0, halfLife: null, worstWeek: 0 });
  });
});
