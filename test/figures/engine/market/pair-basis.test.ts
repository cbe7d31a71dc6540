import { Big } from "big.js";
import { describe, expect, it } from "vitest";
import type { SettledEvent } from "../../../../src/figures/credible/settled-event.js";
import { type PairBasis, pairBasisOf } from "../../../../src/figures/engine/market/basis.js";
import { known } from "../../../../src/figures/measure.js";

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

const numbers = (basis: PairBasis) =>
  Object.fromEntries(
    Object.entries(basis).map(([name, { value }]) => [name, value && Number(value)]),
  );

describe("the basis of a pair over 30 days", () => {
  it("is short over long at common settlements, with its mean and standard deviation", () => {
    const values = [1, 0.5, 0.2, 0.4]; // percent, again and again
    const basis = pairBasisOf(pair(market((n) => 100 + (values[n % 4] ?? 0))), NOW);
    const series = Array.from({ length: 90 }, (_, n) => values[(n + 1) % 4] ?? 0);
    const mean = series.reduce((a, b) => a + b) / 90;
    const sd = Math.sqrt(series.reduce((s, it) => s + (it - mean) ** 2, 0) / 89);
    expect(numbers(basis)).toMatchObject({ now: series[89] });
    expect(numbers(basis).mean).toBeCloseTo(mean, 11);
    expect(numbers(basis).sd).toBeCloseTo(sd, 11);
  });

  it("is now that of the fresh marks of what is held, where these are known", () => {
    const rising = pair(market((n) => 100 + n / 10));
    const held = pairBasisOf(rising, NOW, known(new Big("4.55"), { asOf: NOW + 5, doubts: [] }));
    expect(held.now.evidence).toMatchObject({ asOf: NOW + 5 });
    expect(numbers(held)).toMatchObject({ now: 4.55 });
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
    expect(numbers(pairBasisOf(pair(market(() => 101, 30, 1)), NOW + 60_000)).now).toBe(1);
    expect(numbers(pairBasisOf(pair(market(() => 101, 30, 2)), NOW + DAY)).now).toBeNull();
  });

  it("leaves out instants without a mark, and is unknown under 20", () => {
    const holes = market((n) => (n % 2 === 0 ? null : 101));
    expect(numbers(pairBasisOf(pair(holes), NOW)).now).toBe(1);
    const few = pairBasisOf(pair(market(() => 101, 6)), NOW);
    expect(few.now).toMatchObject({ value: null, unknown: "too_few_instants" });
  });

  it("weights the legs of a side by quantity and counts contracts of a thousand alike", () => {
    const short = [
      { side: "short", quantity: 3, amount: 3, events: market(() => 102) } as const,
      { side: "short", quantity: 0.001, amount: 1, events: market(() => 106_000) } as const,
    ];
    expect(numbers(pairBasisOf([one("long", at100), ...short], NOW)).mean).toBe(3);
  });
});
