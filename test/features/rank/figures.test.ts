import { Big } from "big.js";
import { describe, expect, it } from "vitest";
import type { MarketEvent } from "../../../src/book/settled-event.js";
import { isCovered } from "../../../src/features/rank/compare.js";
import { type RankTerms, rankMarkets, rankPairs } from "../../../src/features/rank/figures.js";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NOW = Date.parse("2026-06-01T00:00:00Z");

/** Settlements of 30 days up to now, whose rate is told by their age in days. */
function market(
  id: number,
  rate: (days: number) => string | null,
  { hours = 8, days = 30, last = 0 } = {},
): { readonly id: number; readonly events: MarketEvent[] } {
  const count = (days * 24) / hours;
  const events = Array.from({ length: count }, (_, n): MarketEvent => {
    const age = last + n * hours;
    return { time: NOW - age * HOUR, rate: rate(age / 24), interval: hours };
  });
  return { id, events };
}

const flat = (rate: string | null) => () => rate;
const rankOne = (
  one: ReturnType<typeof market>,
  terms: Partial<RankTerms> = {},
  ...others: ReturnType<typeof market>[]
) => rankMarkets([one, ...others], { now: NOW, ...terms });
const rankOf = (one: ReturnType<typeof market>) => {
  const [row] = rankOne(one).ranked;
  if (row === undefined) throw new Error("not ranked");
  return row;
};
/** The ids of pairs in their order. */
const pairs = (...markets: ReturnType<typeof market>[]) =>
  rankPairs([markets], { now: NOW }).ranked.map(({ long, short }) => [long, short]);

describe("the order of pairs", () => {
  it("is long where the sum was lower, and of the lower id where both are equal", () => {
    const calm = market(1, flat("0.0001"));
    expect(pairs(calm, market(2, flat("0.0002")))).toEqual([[1, 2]]);
    expect(pairs(market(3, flat("0.0002")), market(4, flat("0.0001")))).toEqual([[4, 3]]);
    expect(pairs(market(6, flat("0.0001")), market(5, flat("0.0001")))).toEqual([[5, 6]]);
  });

  it("is by the worst 7 days, then by 30 days, then by the ids", () => {
    const none = market(9, flat("0"));
    const steady = market(1, flat("0.0001"));
    const often = market(2, (days) => (days < 10 ? "0" : "0.0009"));
    const seldom = market(3, (days) => (days < 20 ? "0" : "0.0009"));
    expect(
      rankOne(seldom, { order: "worst" }, none, often, steady).ranked.map((it) => it.long),
    ).toEqual([1, 2, 3, 9]);
    expect(pairs(...[8, 7, 6].map((id) => market(id, flat("0.0001"))))).toEqual([
      ...[
        [6, 7],
        [6, 8],
        [7, 8],
      ],
    ]);
  });

  it("is by the size of the mean for markets, since a negative rate is paid to the long side", () => {
    const some = ["0.0001", "-0.0003", "0.0002"].map((rate, n) => market(n + 1, flat(rate)));
    expect(rankMarkets(some, { now: NOW })).toMatchObject({
      order: "mean",
      ranked: [{ long: 2 }, { long: 3 }, { long: 1 }],
    });
  });

  it("ends with what is covered for less than 95 percent, whatever it paid", () => {
    const lacking = (id: number, count: number) =>
      market(id, (days) => (days * 6 < count ? null : "0.01"), { hours: 4 });
    const poor = market(9, flat("-0.0001"), { hours: 4 });
    const { ranked } = rankMarkets([lacking(1, 10), lacking(2, 9), poor], { now: NOW });
    // 9 of 180 are 5 percent
    expect(ranked.map((it) => [it.long, isCovered(it)])).toEqual([
      ...[
        [9, true],
        [2, true],
        [1, false],
      ],
    ]);
    // of two that are covered, the one comes first of which every week is known
    expect(ranked.map(({ windows }) => windows["30d"].value?.toNumber())).toEqual([
      ...[-21.9, 2190, undefined],
    ]);
  });
});

describe("what of a mean is more than luck", () => {
  /** A market that is paid 0.0001 every 8 hours so many times, and nothing the next time. */
  const odd = (id: number, rate: number, noise: number) =>
    market(id, (days) => (rate + (Math.round(days * 3) % 2 === 0 ? noise : -noise)).toFixed(6));

  it("is the mean × τ² ÷ (τ² + se²), by which pairs are ordered", () => {
    const none = market(1, flat("0"));
    const pairsOf = (...some: ReturnType<typeof market>[]) => some.map((it) => [none, it] as const);
    const rates = [1, 2, 3, 4, 5, 6, 7, 8].map((n) => odd(n + 1, n / 10_000, n === 8 ? 0.006 : 0));
    const { ranked, order, tauSquared = 0 } = rankPairs(pairsOf(...rates), { now: NOW });
    /* Without persistence se is σ ÷ √90, σ² = 0.006² × 90/89; 1095 periods a year. */
    const se = (0.006 / Math.sqrt(89)) * 109_500;
    const mean = (n: number) => (n / 10_000) * 109_500;
    const squares = rates.reduce((sum, _, n) => sum + mean(n + 1) ** 2, 0);
    expect(tauSquared).toBeCloseTo((squares - se ** 2) / 8, 6);
    expect(order).toBe("shrunk");
    const last = ranked.find(({ short }) => short === 9);
    expect(last?.windows["30d"].se).toBeCloseTo(se, 9);
    expect(last?.shrunk.value?.toNumber()).toBeCloseTo(
      (mean(8) * tauSquared) / (tauSquared + se ** 2),
      6,
    );
    expect(ranked.map(({ short }) => short)).toEqual([8, 7, 6, 5, 4, 9, 3, 2]);
    const byMean = rankPairs(pairsOf(...rates), { now: NOW, order: "mean" });
    expect(byMean.ranked.map(({ short }) => short)).toEqual([9, 8, 7, 6, 5, 4, 3, 2]);
  });

  it("is unknown for 7 pairs, and 0 where they differ no more than by luck: then by worst", () => {
    const none = market(1, flat("0"));
    const some = (count: number, noise: number) =>
      Array.from({ length: count }, (_, n) => [none, odd(n + 2, 0.00001, noise)]);
    const seven = rankPairs(some(7, 0), { now: NOW });
    expect([seven.tauSquared, seven.order]).toEqual([undefined, "worst"]);
    expect(seven.ranked.map(({ shrunk }) => shrunk.value)).toEqual(Array(7).fill(null));
    const luck = rankPairs(some(8, 0.006), { now: NOW });
    expect([luck.tauSquared, luck.order]).toEqual([0, "worst"]);
    expect(luck.ranked.map(({ shrunk }) => shrunk.value?.toNumber())).toEqual(Array(8).fill(0));
  });

  it("shows in what the ten best of the first 15 days paid in the 15 days after", () => {
    const none = market(1, flat("0"));
    const turning = (id: number, first: number, last: number) =>
      market(id, (days) => (days < 15 ? last : first).toFixed(6));
    const pairOf = (n: number) => [none, turning(n + 2, n / 10_000, n < 2 ? 0.0001 : -0.0002)];
    const held = (count: number) =>
      rankPairs(
        Array.from({ length: count }, (_, n) => pairOf(n)),
        { now: NOW },
      ).heldOut;
    expect(held(10)).toBeUndefined();
    expect(held(12)).toMatchObject({ counted: 12, best: expect.closeTo(-21.9, 9) });
    expect(held(12)?.all).toBeCloseTo((2 * 10.95 - 10 * 21.9) / 12, 9);
    /* In the direction that was paid in the first half. */
    const down = Array.from({ length: 11 }, (_, n) => [none, turning(n + 2, -0.0001, -0.0003)]);
    expect(rankPairs(down, { now: NOW }).heldOut?.best).toBeCloseTo(32.85, 9);
  });

  it("is less four fills, and the days that earn them, with a fee", () => {
    const both = [market(1, flat("0")), market(2, flat("0.0001"))];
    const [pair] = rankPairs([both], { now: NOW, fee: new Big("0.0005") }).ranked;
    /* 10.95 % a year is 0.03 % a day; four fills are 0.2 %. */
    expect(pair?.earnedIn.value?.toNumber()).toBeCloseTo(0.2 / 0.03, 7);
    expect(pair?.net.value?.toNumber()).toBeCloseTo(10.95 - (0.2 * 365) / 30, 7);
    const [bare] = rankPairs([both], { now: NOW }).ranked;
    expect([bare?.net.value, bare?.earnedIn.value]).toEqual([null, null]);
  });
});

describe("what is left out", () => {
  const lacking = (count: number) =>
    market(1, (days) => (days * 6 < count ? null : "0.01"), { hours: 4 });

  it("has less than the days wanted; exactly as many are enough", () => {
    expect(rankOne(lacking(12), { minDays: 28 })).toMatchObject({ judged: 1, leftOut: 0 });
    expect(rankOne(lacking(13), { minDays: 28 })).toMatchObject({ ranked: [], leftOut: 1 });
  });

  it("has more holes than allowed, of both markets together", () => {
    const both = rankPairs(
      [[lacking(2), market(2, (days) => (days > 29 ? null : "0"), { hours: 4 })]],
      {
        now: NOW,
        maxGaps: 7,
      },
    );
    expect(both.ranked.map(({ holes }) => holes)).toEqual([7]);
    expect(rankOne(lacking(2), { maxGaps: 1 })).toMatchObject({ judged: 1, leftOut: 1 });
    expect(rankOne(lacking(0), { maxGaps: 0 })).toMatchObject({ judged: 1, leftOut: 0 });
  });

  it("has a single event or none, and is named", () => {
    const single = { id: 7, events: market(7, flat("1")).events.slice(0, 1) };
    const group = [market(1, flat("0")), single, market(2, flat("0")), { id: 8, events: [] }];
    const found = rankPairs([group], { now: NOW });
    expect([found.unspaced, found.judged]).toEqual([[7, 8], 1]);
  });
});

describe("the annual figure of a window", () => {
  const values = (hours: number) =>
    Object.values(rankOf(market(1, flat("0.0001"), { hours })).windows).map(
      ({ value, about = false }) => [value?.toNumber(), about],
    );

  it("needs 3 settlements, and is an estimate under 7 days", () => {
    expect(values(8)).toEqual([
      ...[
        [10.95, true],
        [10.95, true],
        [10.95, false],
        [10.95, false],
      ],
    ]);
    const none = [undefined, false];
    expect(values(12)).toEqual([...[none, [7.3, true], [7.3, false], [7.3, false]]]);
    expect(values(24)).toEqual([...[none, [3.65, true], [3.65, false], [3.65, false]]]);
  });

  it("needs 3 settlements of both markets of a pair", () => {
    for (const [slow, fast] of [
      ["0.0001", "0.0002"],
      ["0.0002", "0.0001"],
    ] as const) {
      const both = [market(1, flat(slow), { hours: 24 }), market(2, flat(fast))];
      const [pair] = rankPairs([both], { now: NOW }).ranked;
      const { "1d": day, "3d": three } = pair?.windows ?? {};
      expect([day?.value, three?.value?.eq(0), three?.about]).toEqual([null, false, true]);
    }
  });

  it("needs a whole day", () => {
    const hole = market(1, (days) => (days === 0.25 ? null : "0.0001"), { hours: 1 });
    const { windows } = rankOf(hole);
    expect(windows["1d"]).toMatchObject({ value: null, counted: 23, of: 24, wantedHours: 24 });
    expect(windows["3d"].value?.toNumber()).toBe(87.6);
  });

  it("is of the newest days alone", () => {
    const { windows } = rankOf(market(1, (days) => (days < 1 ? "0.0002" : "0.0001")));
    expect([windows["1d"].value?.toNumber(), windows["1d"].asOf]).toEqual([21.9, NOW]);
    // 3 of 9 settlements pay twice as much
    expect(windows["3d"].value?.toNumber()).toBe(14.6);
  });
});

describe("the worst 7 days", () => {
  it("are of weeks that are known in whole, and at most that where one is not", () => {
    const rate = (days: number) =>
      days === 29 + 1 / 3 ? null : days === 29 + 2 / 3 ? "0.00005" : "0.0001";
    const { worstWeek } = rankOf(market(1, rate));
    // the oldest 7 days have 20 of 21 settlements: 0.00195 is less than 0.0021, but not the whole
    expect([worstWeek.value?.toNumber(), worstWeek.until]).toEqual([10.95, NOW]);
    expect(worstWeek).toMatchObject({ counted: 23, of: 24, independent: 4, bound: "at_most" });
    const whole = rankOf(market(1, (days) => rate(days) ?? "0.0001")).worstWeek;
    expect(whole).toMatchObject({ counted: 24, of: 24, independent: 4, bound: undefined });
    expect([whole.value?.toFixed(6), whole.until]).toEqual(["10.689286", NOW - 23 * DAY]);
  });

  it("are known of those weeks alone that are covered", () => {
    const { worstWeek } = rankOf(market(1, (days) => (days < 10 ? "0.0001" : null)));
    expect(worstWeek).toMatchObject({ counted: 4, of: 24, independent: 1 });
    const none = rankOf(market(1, (days) => (days < 5 ? "0.0001" : null))).worstWeek;
    expect(none).toMatchObject({ value: null, counted: 0, of: 24, independent: 0, asOf: NOW });
    expect(none.unknown).toBe("events_missing");
  });
});
