import { describe, expect, it } from "vitest";
import { eventOf, type MarketEvent } from "../../../../src/figures/credible/settled-event.js";
import { summariseFunding } from "../../../../src/figures/engine/market/summary.js";
import { type Random, randomOf } from "../../../support/random.js";
import { scaled } from "../funding/run-oracle.js";
import { recomputeMarket } from "./market-oracle.js";
import { DAY, HOUR, randomFaults, randomMarket } from "./random-market.js";

const START = Date.parse("2026-11-01T00:00:00Z");

/** Events every so many hours behind a time. */
function every(hours: number, count: number, from = START, rate = "0.0001"): MarketEvent[] {
  return Array.from({ length: count }, (_, index) => ({
    time: from + (index + 1) * hours * HOUR,
    rate,
    interval: hours,
  }));
}

const percent = (events: readonly MarketEvent[]) => {
  const { rate, above } = summariseFunding(events);
  return [rate.value?.toFixed(2), above.value?.toFixed(2)];
};

describe("a market that changed from 8h to 1h", () => {
  const slow = every(8, 45);
  const fast = every(1, 361, START + 45 * 8 * HOUR);

  it("is annualised at +49.33 percent, not at +87.60", () => {
    const { rate, ...found } = summariseFunding([...slow, ...fast]);
    expect(rate.value?.toFixed(2)).toBe("49.33");
    expect(rate.evidence.doubts).toEqual([]);
    expect(found).toMatchObject({ rated: 406, missing: 0, coveredHours: 721, wantedHours: 721 });
  });

  it("is so whatever funding_interval says, and where it says nothing", () => {
    for (const interval of [8, 1, 480, null]) {
      const events = [...slow, ...fast].map((it) => ({ ...it, interval }));
      expect(percent(events)[0], String(interval)).toBe("49.33");
    }
  });

  it("is positive for the share of time, not of events", () => {
    const negative = fast.map((it) => ({ ...it, rate: "-0.0001" }));
    expect(percent([...slow, ...negative])[1]).toBe("49.93"); // 360 of 721 hours
  });

  it("has no event in its figures that is still to come", () => {
    const now = START + 24 * HOUR;
    const found = summariseFunding(every(8, 6), { start: START, end: now, now });
    expect(found).toMatchObject({ events: 3, coveredHours: 24 });
    expect(found.sum?.toFixed()).toBe("0.0003");
  });

  it("has the time that both intervals claim once, for the one that settled it first", () => {
    const late = every(8, 3, START + 2 * HOUR - 8 * HOUR, "-1"); // 02:00, 10:00, 18:00
    const hourly = every(1, 8, START + 2 * HOUR); // 03:00 … 10:00
    const found = summariseFunding([...late.filter((_, index) => index !== 1), ...hourly]);
    expect(found.coveredHours).toBe(8 + 8 + 8);
    expect(found.above.value?.toFixed(2)).toBe("33.33");
  });
});

describe("the figures of a market", () => {
  it("are an estimate under 7 days, and no annualised one under a day or 3 settlements", () => {
    expect(summariseFunding(every(8, 20)).rate.evidence.doubts).toEqual(["under_7_days"]);
    expect(summariseFunding(every(8, 21)).rate.evidence.doubts).toEqual([]);
    expect(percent(every(8, 2))[0]).toBeUndefined();
    expect(percent(every(8, 3))[0]).toBe("10.95");
    expect(percent(every(1, 23))[0]).toBeUndefined();
    expect(percent(every(1, 24))[0]).toBe("87.60");
    expect(percent(every(24, 2))[0]).toBeUndefined();
  });

  it("are of the time of the newest event", () => {
    const { rate, above } = summariseFunding(every(8, 5).reverse());
    const times = [rate, above].map(({ evidence }) => evidence.asOf);
    expect(times).toEqual([START + 40 * HOUR, START + 40 * HOUR]);
  });

  it("are unknown without an event", () => {
    expect(summariseFunding([])).toMatchObject({
      ...{ events: 0, missing: 0, sum: null, coveredHours: 0, wantedHours: 0 },
      ...{ rate: { value: null }, above: { value: null } },
    });
  });

  it("are unknown for a single event, except for its rate", () => {
    const found = summariseFunding(every(8, 1));
    expect(found).toMatchObject({ coveredHours: 0, above: { value: null } });
    expect(found.sum?.toFixed()).toBe("0.0001");
  });

  it("count an event of one minute once, a second late or not", () => {
    const events = every(8, 21);
    const again = events.map((it) => ({ ...it, time: it.time + 900 }));
    const found = summariseFunding([...events, ...again]);
    expect(found).toMatchObject({ events: 21, rated: 21, missing: 0 });
    expect(found.sum?.toFixed()).toBe("0.0021");
  });

  it.each([{ rate: "0.0002" }, { rate: null }, { interval: 4 }, { mark: "7" }])(
    "are unknown where one minute has another %j as well",
    (other) => {
      const events = every(8, 21);
      const found = summariseFunding([
        ...events,
        ...events.slice(4, 5).map((it) => ({ ...it, ...other })),
      ]);
      expect(found).toMatchObject({ conflicting: 1, sum: null });
      expect([found.rate.value, found.above.value]).toEqual([null, null]);
    },
  );

  it("leave a hole and a null rate out of the time, too", () => {
    const events = every(8, 42).map((it, index) => (index === 9 ? { ...it, rate: null } : it));
    const found = summariseFunding(events.filter((_, index) => index !== 20));
    expect(found).toMatchObject({
      events: 41,
      rated: 40,
      missing: 1,
      coveredHours: 320,
      wantedHours: 336,
    });
    expect(found.rate.value?.toFixed(2)).toBe("10.95");
  });

  it("cover the part of the range alone, and miss what should have settled in it", () => {
    const events = every(8, 21);
    const day = { start: START - 12 * HOUR, end: START + 8 * DAY };
    const now = START + 7 * DAY + 17 * HOUR;
    const found = summariseFunding(events, { ...day, end: now, now });
    // 16:00 and 00:00 before them; 08:00 after them; 16:00 is an hour late and may still come
    expect(found).toMatchObject({ missing: 3, coveredHours: 168, wantedHours: 12 + 168 + 17 });
    const half = summariseFunding(events, { start: START + 4 * HOUR, end: START + 7 * DAY, now });
    expect(half).toMatchObject({ missing: 0, coveredHours: 164, wantedHours: 164 });
  });

  it("miss an event that is later than the spacing of the last one, not of the first", () => {
    const last = START + 48 * HOUR;
    const changed = [...every(8, 5), ...every(1, 8, START + 40 * HOUR)];
    const late = (hours: number) => {
      const now = last + hours * HOUR;
      return summariseFunding(changed, { end: now, now }).missing;
    };
    expect([late(1), late(2), late(2.5), late(3.5)]).toEqual([0, 0, 1, 2]);
  });
});

/** A market, and a range in it that need not begin or end with an event. */
function randomRange(random: Random) {
  const now = START + 30 * DAY + random.below(2 * 24 * 4) * 15 * 60_000;
  const start = now - random.pick([1, 3, 7, 20, 30]) * DAY - random.below(9) * 15 * 60_000;
  const faults = { ...randomFaults(random), conflicts: random.chance(15) ? 2 : 0 };
  const all = randomMarket(random, { from: START - 5 * DAY, until: now, faults });
  const raw = all.filter(({ funding_time }) => Date.parse(funding_time) >= start);
  return { raw, range: { start, end: now } };
}

describe("over 150 random markets", () => {
  it("agrees with a count of quarters of an hour on every figure", () => {
    const known = { annualised: 0, about: 0, positive: 0 };
    for (let seed = 1; seed <= 150; seed++) {
      const { raw, range } = randomRange(randomOf(seed));
      const expected = recomputeMarket(raw, range);
      const found = summariseFunding(raw.map(eventOf), { ...range, now: range.end });
      const actual = {
        events: found.events,
        rated: found.rated,
        sum: found.sum === null ? undefined : scaled(found.sum.toFixed(), 15),
        annualised: found.rate.value
          ? scaled(found.rate.value.round(8, 2).toFixed(), 8)
          : undefined,
        about: found.rate.evidence.doubts.length > 0,
        positive: found.above.value
          ? scaled(found.above.value.round(8, 2).toFixed(), 8)
          : undefined,
        coveredHours: found.coveredHours,
      };
      expect({ seed, ...actual }).toEqual({ seed, ...expected });
      if (expected.annualised !== undefined) known.annualised++;
      if (expected.about) known.about++;
      if (expected.positive !== undefined) known.positive++;
    }
    expect(known.annualised).toBeGreaterThan(90);
    expect(known.about).toBeGreaterThan(20);
    expect(known.positive).toBeLessThan(150);
  });
});
