import { describe, expect, it } from "vitest";
import {
  addParts,
  NO_PARTS,
  PART_NAMES,
  residualOf,
} from "../../../src/analytics/portfolio/parts.js";
import { periodsOf } from "../../../src/analytics/portfolio/past-periods.js";
import { createTracker } from "../../../src/analytics/portfolio/tracker.js";
import { randomOf } from "../../support/random.js";
import { DAY, HOUR, randomMoments, settled, sumOf, text } from "./past-portfolio.js";

describe("random portfolios", () => {
  const SEEDS = Array.from({ length: 200 }, (_, seed) => seed + 1);

  it("have parts that add up to the net PnL in every settlement and position", () => {
    for (const seed of SEEDS) {
      const random = randomOf(seed);
      const moments = randomMoments(random, 30, () => (1 + random.below(9)) * HOUR);
      for (const { steps } of settled(...moments)) {
        for (const { parts } of steps) expect(residualOf(parts).toFixed()).toBe("0");
      }
    }
  });

  it("have the same sum whether settled at each moment, now and then, or at the end", () => {
    for (const seed of SEEDS) {
      const random = randomOf(seed);
      const moments = randomMoments(random, 30, () => (1 + random.below(9)) * HOUR);
      const totals = [100, 30, 0].map((percent) => {
        const tracker = createTracker();
        let sum = NO_PARTS;
        for (const moment of moments) {
          tracker.see(moment);
          if (random.chance(percent)) sum = addParts(sum, sumOf(tracker.settle()));
        }
        return text(addParts(sum, sumOf(tracker.settle())));
      });
      expect(totals[1], `seed ${seed}`).toEqual(totals[0]);
      expect(totals[2], `seed ${seed}`).toEqual(totals[0]);
    }
  });

  it("have days, weeks and months that follow each other and add up to the whole", () => {
    for (let seed = 1; seed <= 60; seed++) {
      const random = randomOf(seed);
      const moments = randomMoments(random, 120, () => (1 + random.below(20)) * HOUR);
      const times = moments.map((moment) => moment.at);
      const sums = (["day", "week", "month"] as const).map((unit) => {
        const periods = periodsOf(times, unit);
        for (const [index, { from, to }] of periods.entries()) {
          expect(from).toBeLessThan(to);
          expect(from).toBe(periods[index - 1]?.to ?? times[0]);
        }
        expect(periods.at(-1)?.to).toBe(times.at(-1));
        const ends = new Set(periods.map(({ to }) => to));
        const tracker = createTracker();
        let sum = NO_PARTS;
        for (const moment of moments) {
          tracker.see(moment);
          if (!ends.has(moment.at)) continue;
          for (const { parts } of tracker.settle().steps) sum = addParts(sum, parts);
        }
        return PART_NAMES.map((name) => sum[name].toFixed(2));
      });
      expect(sums[1], `seed ${seed}`).toEqual(sums[0]);
      expect(sums[2], `seed ${seed}`).toEqual(sums[0]);
    }
  });

  it("never have a period longer than its units and the two hours at its ends", () => {
    for (let seed = 1; seed <= 60; seed++) {
      const random = randomOf(seed);
      const moments = randomMoments(random, 120, () => (1 + random.below(20)) * HOUR);
      for (const { from, to, units } of periodsOf(
        moments.map((moment) => moment.at),
        "day",
      )) {
        expect(to - from).toBeLessThanOrEqual(units * DAY + 4 * HOUR);
      }
    }
  });
});
