import { describe, expect, it } from "vitest";
import type { Days } from "../../src/figures/next/fit.js";
import { type Pool, poolOf } from "../../src/figures/next/pool.js";
import { nextOfSum } from "../../src/figures/next/week.js";
import { type Random, randomOf } from "../support/random.js";

const WORLDS = 12;
const MARKETS = 29;
const PAIRS = 400;
const DAYS = 37;

/** Returns a number of the standard normal distribution (Box and Muller). */
function gauss(random: Random): number {
  const uniform = () => (random.below(1e9) + 0.5) / 1e9;
  return Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
}

/** Returns a number of Student's t distribution with 3 degrees of freedom, whose variance is 3. */
function fatTailed(random: Random): number {
  const square = () => gauss(random) ** 2;
  return gauss(random) / Math.sqrt((square() + square() + square()) / 3);
}

/** Funding of a market, percent a day: noise that fades from day to day around a mean of its own. */
function noiseAroundAMean(random: Random): number[] {
  const [mean, phi] = [0.01 + 0.02 * gauss(random), 0.3 + random.below(50) / 100];
  let off = 0.02 * gauss(random);
  return Array.from({ length: DAYS }, () => {
    off = phi * off + 0.02 * gauss(random);
    return mean + off;
  });
}

/** Funding of a market whose mean jumps every 20 days or so; jumps and noise have fat tails. */
function jumpingMeans(random: Random): number[] {
  let mean = 0.01 + 0.015 * fatTailed(random);
  return Array.from({ length: DAYS }, () => {
    if (random.chance(5)) mean = 0.01 + 0.015 * fatTailed(random);
    return mean + 0.01 * fatTailed(random);
  });
}

type Market = (random: Random) => number[];

const less = (short: readonly number[], long: readonly number[]) =>
  short.map((it, day) => it - (long[day] ?? 0));

/** Returns pairs of which no two have a market in common. */
function apart(market: Market, random: Random): number[][] {
  return Array.from({ length: PAIRS }, () => less(market(random), market(random)));
}

/** Returns the pairs of a few markets, as a book has them. */
function ofFewMarkets(market: Market, random: Random): number[][] {
  const markets = Array.from({ length: MARKETS }, () => market(random));
  const pairs = markets.flatMap((long, at) => markets.slice(at + 1).map((it) => less(it, long)));
  return pairs.slice(0, PAIRS);
}

/** Returns what is known of each pair, and what the week after that came to. */
function split(pairs: readonly (readonly number[])[]) {
  return pairs.map((days) => ({
    days: days.slice(0, 30) as Days,
    after: days.slice(30).reduce((sum, it) => sum + it, 0),
  }));
}

type Pair = ReturnType<typeof split>[number];

const shareOf = <T>(all: readonly T[], isTrue: (it: T) => boolean) =>
  (all.filter(isTrue).length / all.length) * 100;

/** Share of the ranges that held, percent. */
const coverage = (pairs: readonly Pair[], pool: Pool) =>
  shareOf(pairs, ({ days, after }) => {
    const { low, high } = nextOfSum([{ days, size: 100 }], pool).range ?? { low: 1, high: 0 };
    return low <= after && after <= high;
  });

/** Chances, percent, that pairs exceed costs, and whether they did. */
const chances = (pairs: readonly Pair[], pool: Pool, random: Random) =>
  pairs.map(({ days, after }) => {
    const cost = (random.below(81) - 40) / 100;
    const chance = nextOfSum([{ days, size: 100 }], pool).chance(cost) ?? Number.NaN;
    return { said: chance * 100, isTrue: after > cost };
  });

const BINS = [0, 10, 30, 50, 70, 90, 100.1];
const meanOf = (all: readonly number[]) => all.reduce((sum, it) => sum + it, 0) / all.length;

/**
 * The record of one week is that of one week: 400 pairs of 29 markets have no more than 29 things to say, and
 * a shock of one market is in 28 of them. It is 10 to 12 points off then, and 4 for as many pairs apart; over
 * many worlds record and ranges come to the same.
 */
describe.each([
  { world: "noise around means, pairs apart", market: noiseAroundAMean, pairsOf: apart, off: 8 },
  {
    world: "noise around means, 29 markets",
    market: noiseAroundAMean,
    pairsOf: ofFewMarkets,
    off: 15,
  },
  { world: "jumps with fat tails, pairs apart", market: jumpingMeans, pairsOf: apart, off: 8 },
  {
    world: "jumps with fat tails, 29 markets",
    market: jumpingMeans,
    pairsOf: ofFewMarkets,
    off: 15,
  },
])("a world of $world", ({ market, pairsOf, off }) => {
  const random = randomOf(31);
  const worlds = Array.from({ length: WORLDS }, () => {
    const pairs = split(pairsOf(market, random));
    const pool = poolOf(pairs.map(({ days }) => days));
    const { held, of } = pool.record([]) ?? { held: 0, of: 0 };
    const record = (held / of) * 100;
    return { record, held: coverage(pairs, pool), said: chances(pairs, pool, random) };
  });
  const held = meanOf(worlds.map((it) => it.held));

  it("has ranges that hold in four weeks of five", () => {
    expect(held).toBeGreaterThan(76);
    expect(held).toBeLessThan(88);
  });

  it("has a record that says what then happens", () => {
    expect(Math.abs(meanOf(worlds.map(({ record }) => record)) - held)).toBeLessThan(8);
    expect(meanOf(worlds.map((it) => Math.abs(it.record - it.held)))).toBeLessThan(off);
  });

  it("has chances that come true as often as they say", () => {
    const all = worlds.flatMap((it) => it.said);
    for (const [at, least] of BINS.slice(0, -1).entries()) {
      const bin = all.filter(({ said }) => said >= least && said < (BINS[at + 1] ?? 0));
      expect(bin.length).toBeGreaterThan(300);
      const happened = shareOf(bin, ({ isTrue }) => isTrue);
      expect(Math.abs(meanOf(bin.map(({ said }) => said)) - happened)).toBeLessThan(10);
    }
  });
});
