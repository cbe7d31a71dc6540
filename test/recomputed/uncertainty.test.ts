import { describe, expect, it } from "vitest";
import { errorOfMean } from "../../src/figures/engine/funding/run.js";

const DAY_MS = 86_400_000;

/** Returns the standard error of the mean of all values, each of 8 hours. */
function errorOfAll(values: readonly number[]): number {
  const period = DAY_MS / 3;
  const se = errorOfMean(values, period)(values.length * period);
  if (se === undefined) throw new Error("no uncertainty");
  return se;
}

/** Random numbers of a seed, uniform in [0, 1) (mulberry32, public domain). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** Returns normal numbers (Box and Muller). */
function normalsOf(random: () => number): () => number {
  return () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

/** Returns a spread of 30 days of 8 hours that returns to a mean, with deviation 1 around it. */
function series(mean: number, persistence: number, normal: () => number): number[] {
  let x = normal();
  return Array.from({ length: 90 }, () => {
    x = persistence * x + Math.sqrt(1 - persistence ** 2) * normal();
    return mean + x;
  });
}

const meanOf = (values: readonly number[]) =>
  values.reduce((sum, it) => sum + it, 0) / values.length;

const TRIALS = 4_000;

describe.each([0, 0.5, 0.9])("4,000 spreads of persistence %d with a known mean", (persistence) => {
  it("have it within two standard errors of the mean of 30 days in 85 to 99 % of the cases", () => {
    const normal = normalsOf(randomOf(1 + persistence * 100));
    let within = 0;
    for (let trial = 0; trial < TRIALS; trial++) {
      const truth = normal();
      const values = series(truth, persistence, normal);
      if (Math.abs(meanOf(values) - truth) <= 2 * errorOfAll(values)) within++;
    }
    expect(within / TRIALS).toBeGreaterThanOrEqual(0.85);
    expect(within / TRIALS).toBeLessThanOrEqual(0.99);
  });
});

/** How sure the mean of some days is, of values of so many days each. */
const sureOf = (values: readonly (number | null)[], days: number, window = 10) =>
  errorOfMean(values, days * DAY_MS)(window * DAY_MS);

describe("the uncertainty of a mean", () => {
  it("is unknown under 8 periods, and under 10 days", () => {
    const values = [1, 2, 1, 3, 1, 2, 1];
    expect(sureOf(values, 30)).toBeUndefined();
    const absurd = Array.from({ length: 40 }, (_, n) => (n === 7 ? 1e155 : n % 3));
    expect(sureOf(absurd, 1)).toBeUndefined(); // its square is not finite
    expect(sureOf([...values, null], 30)).toBeUndefined();
    expect(sureOf([...values, 4], 1)).toBeUndefined();
    expect(sureOf([...values, 4], 1.25)).toBeGreaterThan(0);
  });

  it("is zero where all periods are equal", () => {
    const equal = Array.from({ length: 30 }, () => 0.1);
    expect(sureOf(equal, 1)).toEqual(0);
  });

  it("takes only pairs of successive known periods, with the divisor of all", () => {
    // mean 2, deviations -1 1 -1 1 … : without holes the correlation is -9/10, the corrected ρ below 0
    const zigzag = Array.from({ length: 10 }, (_, at) => (at % 2 === 0 ? 1 : 3));
    expect(sureOf(zigzag, 1)).toEqual(expect.closeTo(1 / 3, 12));
    // deviations -1 ×5, hole, 1 ×5: γ0 = 1, γ1 = 8/10, ρ = 0.8 + 3.4/10 = 1.14, at most 0.97
    const steps = [1, 1, 1, 1, 1, null, 3, 3, 3, 3, 3];
    expect(sureOf(steps, 1)).toEqual(expect.closeTo(1, 12));
    expect(sureOf(steps, 1, 2)).toBeCloseTo(Math.SQRT2, 12);
  });
});
