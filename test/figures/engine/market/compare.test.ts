import { Big } from "big.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  above,
  COMPARED_CATALOG,
  type Compared,
  spread,
  spreadRate,
} from "../../../../src/figures/catalog/compared.js";
import type { MarketEvent } from "../../../../src/figures/credible/settled-event.js";
import { compareFunding } from "../../../../src/figures/engine/market/compare.js";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const START = Date.parse("2026-05-25T00:00:00Z");
/** Right behind a boundary of every clock, so that no period is cut. */
const WEEK = { start: START + 1, end: START + 7 * DAY + 1 };

/** Events every so many hours, from the first interval of a week on. */
function every(hours: number, rates: (index: number) => string | null, from = 0): MarketEvent[] {
  const count = Math.floor((7 * DAY) / (hours * HOUR));
  return Array.from({ length: count }, (_, index) => ({
    time: START + from * HOUR + (index + 1) * hours * HOUR,
    rate: rates(index),
    interval: hours,
  })).filter(({ time }) => time < WEEK.end);
}

const exactSum = (events: readonly MarketEvent[]) =>
  events.reduce((sum, { rate }) => sum.plus(rate ?? 0), new Big(0));

const without = (events: readonly MarketEvent[], ...indices: number[]) =>
  events.filter((_, index) => !indices.includes(index));

const spreads = (comparison: ReturnType<typeof compareFunding>) =>
  comparison.periods.map(({ spread }) => spread);

function positive(of: Compared): string | null {
  const share = COMPARED_CATALOG.find(({ id }) => id === "positive")?.(of) as ReturnType<
    typeof spread
  >;
  return share.value?.toFixed() ?? null;
}

/** Returns the figures of a comparison, the spread as a decimal fraction. */
function summed(comparison: ReturnType<typeof compareFunding>) {
  const of = { comparison } as Compared;
  const sum = spread(of);
  return {
    spread: sum.value?.times("0.01").toFixed() ?? null,
    ...{ periods: sum.evidence.of, whole: sum.evidence.counted, above: above(of) },
    ...{ positive: positive(of), rate: spreadRate(of) },
  };
}

describe("two markets on one clock", () => {
  it("are paid the short rate less the long rate, since longs pay a positive one", () => {
    const compared = compareFunding(
      { long: every(8, () => "0.0001"), short: every(8, () => "0.0003") },
      WEEK,
    );
    expect(new Set(spreads(compared))).toEqual(new Set(["0.0002"]));
    expect(summed(compared)).toMatchObject({
      spread: "0.0042",
      positive: "100",
    });
    expect(compared.period).toBe(8 * HOUR);
    const { rate } = summed(compared);
    expect(rate.evidence).toMatchObject({ counted: 21, doubts: [] });
    expect(rate.value?.toFixed()).toBe("21.9");
  });

  it("are above zero in the complete periods in which the spread is, and not where it is zero", () => {
    const short = every(8, (index) => ["0.0003", "0.0001", "-0.0002"][index % 3] ?? null);
    const compared = compareFunding({ long: every(8, () => "0.0001"), short }, WEEK);
    const { above, positive, whole } = summed(compared);
    expect([above, whole, positive?.slice(0, 7)]).toEqual([7, 21, "33.3333"]);
  });

  it("add up the events of the faster market in each period of the slower one", () => {
    const compared = compareFunding(
      { long: every(8, () => "0.0008"), short: every(1, () => "0.0001") },
      WEEK,
    );
    expect(compared.periods).toHaveLength(21);
    expect(compared.periods[0]).toMatchObject({
      end: START + 8 * HOUR,
      long: { events: 1, rate: "0.0008" },
      short: { events: 8, rate: "0.0008" },
      spread: "0",
      cumulative: "0",
    });
  });

  it("are put on UTC days when asked to, an event at midnight ending the day before", () => {
    const compared = compareFunding(
      { long: every(8, () => "0.0001"), short: every(4, () => "0.0001") },
      WEEK,
      DAY,
    );
    expect(compared.periods.map(({ end }) => end)).toEqual(
      [1, 2, 3, 4, 5, 6, 7].map((day) => START + day * DAY),
    );
    expect(compared.periods[0]?.long).toEqual({ events: 3, missing: 0, rate: "0.0003" });
  });

  it("are compared though one settles at other hours", () => {
    const compared = compareFunding(
      { long: every(8, () => "0.0001"), short: every(8, () => "0.0002", -2) },
      { start: START - 3 * HOUR, end: WEEK.end - 3 * HOUR },
    );
    expect(compared.periods.length).toBeGreaterThan(18);
    expect(new Set(spreads(compared))).toEqual(new Set(["0.0001"]));
  });

  it("are compared though they settle some milliseconds late", () => {
    const late = every(1, () => "0.0001").map((event) => ({ ...event, time: event.time + 13 }));
    const compared = compareFunding({ long: every(8, () => "0"), short: late }, WEEK);
    expect(new Set(spreads(compared))).toEqual(new Set(["0.0008"]));
  });

  it("end before an event that is awaited where no end is asked for, as long as before", () => {
    const loose = { start: true, end: true };
    const late = { long: every(8, () => "0"), short: every(1, () => "0.0001").slice(0, -1) };
    const compared = compareFunding(late, { ...WEEK, loose });
    expect(compared.periods.map(({ end }) => end).at(-1)).toBe(START + 7 * DAY - 8 * HOUR);
    expect([new Set(spreads(compared)), compared.leftOut]).toEqual([new Set(["0.0008"]), 0]);
    const asked = compareFunding(late, WEEK);
    expect(asked.periods.at(-1)).toMatchObject({ short: { missing: 1 }, spread: null });
  });

  it("have no common clock where neither has two events", () => {
    const [one = []] = [every(8, () => "0.1").slice(0, 1)];
    const compared = compareFunding({ long: one, short: one }, WEEK);
    expect(compared).toMatchObject({ period: undefined, periods: [] });
    expect(summed(compared)).toMatchObject({
      spread: null,
      rate: { value: null },
    });
  });

  it("have no common clock where one has a single event, and nothing is reported as missing", () => {
    const long = every(8, () => "0.1");
    const compared = compareFunding({ long, short: long.slice(3, 4) }, WEEK);
    expect(compared).toMatchObject({ period: undefined, periods: [], unspaced: ["short"] });
    expect(summed(compared)).toMatchObject({ rate: { value: null } });
  });

  it("have no common clock without any event, also by the day", () => {
    const compared = compareFunding({ long: [], short: [] }, WEEK, DAY);
    expect(compared).toEqual({
      ...{ period: undefined, periods: [], unspaced: [], leftOut: 0 },
      events: { long: 0, short: 0 },
    });
  });

  it("have no period in a range in which neither was settled", () => {
    const markets = { long: every(8, () => "0.0008"), short: every(8, () => "0.0001") };
    const range = { start: START + 57 * HOUR, end: START + 58 * HOUR };
    const compared = compareFunding(markets, range);
    expect(compared).toMatchObject({ period: 8 * HOUR, periods: [], leftOut: 0 });
  });

  it("have the period that they settle in now where both settled less often before the range", () => {
    const changed = [
      ...every(8, () => "0.0002").slice(0, 9),
      ...every(4, () => "0.0001")
        .slice(18)
        .map((event) => ({ ...event, interval: 4 })),
    ];
    const from = (hours: number) =>
      compareFunding(
        { long: changed, short: changed },
        { start: START + hours * HOUR, end: WEEK.end },
      );
    expect(from(75).period).toBe(8 * HOUR); // 72 is the last event before it, of 8 hours
    expect(from(76).period).toBe(4 * HOUR);
    expect(from(100)).toMatchObject({ period: 4 * HOUR, leftOut: 0 });
  });

  it("have no APR where one of them settled less than three times", () => {
    const markets = { long: every(12, () => "0.0002"), short: every(1, () => "0.0001") };
    const apr = (hours: number) => {
      const range = { start: START, end: START + hours * HOUR };
      return summed(compareFunding(markets, range)).rate.value?.toFixed();
    };
    expect([apr(24), apr(36)]).toEqual([undefined, "73"]);
  });

  it("have the spacing of the events before the range where it has a single one", () => {
    const markets = { long: every(8, () => "0.0008"), short: every(1, () => "0.0001") };
    const range = (from: number, to: number) => ({
      start: START + from * HOUR,
      end: START + to * HOUR,
    });
    expect(compareFunding(markets, range(60, 65))).toMatchObject({
      period: 8 * HOUR,
      periods: [],
      events: { long: 1, short: 5 },
      leftOut: 6,
    });
    expect(compareFunding(markets, range(57, 58))).toMatchObject({ period: 8 * HOUR, periods: [] });
    expect(spreads(compareFunding(markets, range(56, 64)))).toEqual(["0"]);
  });

  it("have whole periods alone where nobody asked for the bounds of the range", () => {
    const markets = { long: every(8, () => "0.0008"), short: every(1, () => "0.0001") };
    const loose = { start: true, end: true };
    const range = { start: START + 29 * HOUR, end: START + 77 * HOUR, loose };
    const compared = compareFunding(markets, range);
    expect(compared.periods.map(({ end }) => (end - START) / HOUR)).toEqual([
      32, 40, 48, 56, 64, 72,
    ]);
    expect(compared.leftOut).toBe(0);
    const days = compareFunding(markets, range, DAY).periods.map(({ end }) => (end - START) / DAY);
    expect(days).toEqual([2, 3]);
  });

  it("have a day whose range is exactly that day, an event at its start being the day before's", () => {
    const markets = { long: every(8, (index) => `0.${index}`), short: every(1, () => "0") };
    const compared = compareFunding(markets, { start: START + DAY, end: START + 2 * DAY }, DAY);
    expect(compared.periods).toHaveLength(1);
    expect(compared.periods[0]).toMatchObject({
      end: START + 2 * DAY,
      long: { events: 3, rate: "1.2" },
      short: { events: 24, missing: 0 },
    });
    expect(compared.leftOut).toBe(0);
  });
});

describe("a gap in the funding of a market", () => {
  const long = every(8, () => "0.0001");
  const hourly = every(1, () => "0.0001");

  it("leaves its period without a spread, and the sums without its events", () => {
    const compared = compareFunding({ long, short: without(hourly, 10) }, WEEK);
    expect(compared.periods[1]).toMatchObject({
      short: { events: 7, missing: 1, rate: null },
      spread: null,
      cumulative: null,
    });
    expect(compared.periods[2]?.cumulative).toBe("0.0014");
    expect(summed(compared)).toMatchObject({ periods: 21, whole: 20, spread: "0.014" });
  });

  it("is a rate that is null, too", () => {
    const short = every(8, (index) => (index === 4 ? null : "0"));
    const compared = compareFunding({ long, short }, WEEK);
    expect(compared.periods[4]?.spread).toBeNull();
    expect(summed(compared)).toMatchObject({ whole: 20, spread: "-0.002" });
  });

  it("leaves the sums unknown, not zero, where no period is complete", () => {
    const compared = compareFunding({ long, short: every(8, () => null) }, WEEK);
    expect(summed(compared)).toMatchObject({
      ...{ periods: 21, whole: 0, spread: null, positive: null, rate: { value: null } },
    });
  });

  it("is a whole period without any event, and what is missing before the end", () => {
    const compared = compareFunding({ long, short: without(long, 5, 19, 20) }, WEEK);
    expect(compared.periods).toHaveLength(21);
    expect([5, 19, 20].map((at) => compared.periods[at]?.spread)).toEqual([null, null, null]);
  });

  it("is not taken for one where a market has changed its interval", () => {
    const changed = [
      ...every(8, () => "0.0002").slice(0, 12),
      ...every(4, () => "0.0001")
        .slice(24)
        .map((event) => ({ ...event, interval: 4 })),
    ];
    const compared = compareFunding({ long, short: changed }, WEEK);
    expect(compared.periods.map(({ short }) => short.rate)).toEqual(Array(21).fill("0.0002"));
  });

  it("is not a period that lies only partly in the range: that one is left out", () => {
    const range = { start: START + 3 * HOUR, end: WEEK.end - 3 * HOUR };
    const inside = (events: readonly MarketEvent[]) =>
      events.filter(({ time }) => time >= range.start && time < range.end);
    const compared = compareFunding({ long: inside(long), short: inside(hourly) }, range);
    expect(compared.periods).toHaveLength(19);
    expect(compared.leftOut).toBe(6 + 5);
    expect(spreads(compared)).not.toContain(null);
  });

  it("keeps the periods that begin exactly at the start and end exactly at the end", () => {
    const exactly = { start: START, end: START + 7 * DAY };
    const compared = compareFunding({ long, short: without(hourly, 2, 166) }, exactly);
    expect(compared).toMatchObject({ leftOut: 0, events: { long: 21, short: 166 } });
    expect(compared.periods).toHaveLength(21);
    expect([spreads(compared)[0], spreads(compared)[20]]).toEqual([null, null]);
  });

  it("does not take long to find in a range that begins before there was any market", () => {
    const compared = compareFunding({ long, short: hourly }, { start: -1e15, end: WEEK.end });
    expect(compared.periods).toHaveLength(21);
  });
});

describe("whatever the rates", () => {
  const rate = fc
    .tuple(fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }), fc.integer({ min: 8, max: 22 }))
    .map(([digits, decimals]) => new Big(digits.toString()).times(`1e-${decimals}`).toFixed());
  const rates = fc.array(rate, { minLength: 168, maxLength: 168 });
  const hours = fc.constantFrom(1, 2, 4, 8);

  it("the spreads add up to the difference of the markets' exact sums", () => {
    fc.assert(
      fc.property(
        rates,
        rates,
        hours,
        hours,
        fc.boolean(),
        (a, b, longHours, shortHours, daily) => {
          const long = every(longHours, (index) => a[index] ?? "0");
          const short = every(shortHours, (index) => b[index] ?? "0");
          const compared = compareFunding({ long, short }, WEEK, daily ? DAY : 0);
          const difference = exactSum(short).minus(exactSum(long)).toFixed();
          expect(compared.leftOut).toBe(0);
          expect(summed(compared).spread).toBe(difference);
          expect(compared.periods.at(-1)?.cumulative).toBe(difference);
        },
      ),
      { numRuns: 40 },
    );
  });

  it("with gaps, the cumulative spread is the exact sum of the spreads that there are", () => {
    const holes = fc.array(fc.integer({ min: 0, max: 167 }), { maxLength: 30 });
    fc.assert(
      fc.property(rates, rates, holes, hours, (a, b, missing, longHours) => {
        const long = every(longHours, (index) => a[index] ?? "0");
        const short = without(
          every(1, (index) => b[index] ?? "0"),
          ...missing,
        );
        const compared = compareFunding({ long, short }, WEEK);
        const sum = exactSum(spreads(compared).map((it) => ({ time: 0, rate: it })));
        const last = compared.periods.findLast(({ cumulative }) => cumulative !== null);
        expect(last?.cumulative ?? "0").toBe(sum.toFixed());
        expect(summed(compared).spread ?? "0").toBe(sum.toFixed());
      }),
      { numRuns: 40 },
    );
  });

  it("the order in which events arrive is of no consequence", () => {
    const shuffled = (events: readonly MarketEvent[]) =>
      fc.shuffledSubarray([...events], { minLength: events.length });
    const long = without(
      every(8, (index) => `0.000${index}`),
      7,
    );
    const short = without(
      every(1, (index) => `-0.000${index}`),
      31,
      32,
    );
    const expected = compareFunding({ long, short }, WEEK);
    fc.assert(
      fc.property(shuffled(long), shuffled(short), (longs, shorts) => {
        expect(compareFunding({ long: longs, short: shorts }, WEEK)).toEqual(expected);
      }),
      { numRuns: 40 },
    );
  });
});
