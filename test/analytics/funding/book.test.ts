import { Big } from "big.js";
import { describe, expect, it } from "vitest";
import { bookOf, bookReason } from "../../../src/analytics/funding/book.js";
import type { Run } from "../../../src/analytics/funding/run.js";
import { runTotals } from "../../../src/analytics/funding/run-totals.js";
import { runsOf } from "../../../src/analytics/funding/shown-runs.js";
import { allAttention, allNotJudged, statusOf } from "../../../src/analytics/portfolio/status.js";
import type { FundingEvent } from "../../../src/client/resources/funding.js";
import type { Position } from "../../../src/client/resources/position.js";
import { long, short } from "../../support/fresh-legs.js";
import { historyFrom } from "../../support/market-events.js";
import { NOW } from "../../support/now.js";
import { criteria, runs, sound, usd } from "../position/judged.js";

const HOUR = 3_600_000;
const PERIODS = 100;

/** A year's worth of settlements every 8 hours, the newest at NOW; rates oldest first. */
function settled(rates: readonly number[]): FundingEvent[] {
  return rates.map((rate, at) => ({
    funding_time: new Date(NOW - (rates.length - 1 - at) * 8 * HOUR).toISOString(),
    ...{ funding_rate: rate.toFixed(6), funding_interval: 8, mark_price: "100" },
  }));
}

/** A position of 100 short on a market that pays, and 100 long on one that does not. */
const heldOn = (market: number, n = market): Position =>
  sound(
    {
      legs: [
        long({ market_id: 99, quantity: 100, mark_price: 100 }),
        short({ market_id: market, quantity: 100, mark_price: 100 }),
      ],
    },
    n,
  );
const waves = (from: number, by: number) =>
  Array.from({ length: PERIODS }, (_, at) => from + by * ([1, -1, 2, -2, 0][at % 5] ?? 0));

const zero = settled(waves(0, 0));
const up = settled(waves(0.0001, 0.0001));
const down = settled(waves(0.0002, -0.0001));
const markets: Record<number, FundingEvent[]> = { 1: up, 2: down, 99: zero };
const historyOf = historyFrom((id) => markets[id]);

function bookOn(...ids: number[]) {
  const all = ids.map((id) => {
    const position = heldOn(id);
    return { position, runs: runsOf(position, { historyOf, now: NOW }) };
  });
  const totals = runTotals(all, { historyOf, now: NOW });
  return { totals, all, book: bookOf(all, totals, { now: NOW }) };
}

describe("what a book is paid now", () => {
  it("has the sum of the runs, as sure as the series of sums is", () => {
    const { totals, all } = bookOn(1, 2);
    const [one, other] = all.map(({ runs }) => runs["7d"].perDay);
    expect(totals["7d"].perDay.value?.toFixed()).toBe(
      one?.value?.plus(other?.value ?? 0).toFixed(),
    );
    expect(one?.se).toBeGreaterThan(0.9);
    expect(other?.se).toBeGreaterThan(0.9);
    expect(totals["7d"].perDay.se).toBe(0); // the one pays what the other does not
    expect(bookOn(1).totals["7d"].perDay.se).toBeCloseTo(one?.se ?? 0, 9);
  });

  it("is in percent a year of the notional of the positions with a known run", () => {
    const { book, totals } = bookOn(1, 2, 3);
    const perDay = totals["7d"].perDay.value?.toNumber() ?? 0;
    expect(totals["7d"].perDay).toMatchObject({ counted: 2, of: 3 });
    expect(book.notional?.toFixed()).toBe("20000");
    expect(book.apr).toMatchObject({
      ...{ unit: "percent_per_year", base: "notional", counted: 2, of: 3, se: 0 },
    });
    expect(book.apr.value?.toNumber()).toBeCloseTo((perDay * 365 * 100) / 20_000, 7);
    expect(book.known?.toFixed(2)).toBe("66.67");
  });

  it("is of unknown age with a mark price that is", () => {
    const legs = heldOn(1).legs.map((leg) => ({ ...leg, mark_price_updated_at: null }));
    const position = { ...heldOn(1), legs };
    const all = [{ position, runs: runsOf(position, { historyOf, now: NOW }) }];
    const { apr } = bookOf(all, runTotals(all, { historyOf, now: NOW }), { now: NOW });
    expect([apr.stale, apr.ageUnknown]).toEqual([undefined, true]);
  });

  it("covers the median of its positions, and tells the least", () => {
    const hours = (coveredHours: number): Run => {
      const perDay = { value: new Big(1), unit: "usd_per_day" as const, coveredHours };
      return { ...runs(1)["7d"], perDay: { ...perDay, wantedHours: 168 } };
    };
    const all = [168, 160, 168, 164].map((covered, n) => ({
      position: heldOn(n),
      runs: runs(1, 1, { "7d": hours(covered) }),
    }));
    const { perDay } = runTotals(all, { historyOf: () => undefined, now: NOW })["7d"];
    expect(perDay).toMatchObject({ coveredHours: 166, coveredHoursLeast: 160, wantedHours: 168 });
  });
});

describe("book_paying", () => {
  const judged = (perDay: number, se: number | undefined, known = 100, limits = {}) => {
    const run = { value: new Big(perDay), unit: "usd_per_day" as const, se, counted: 9, of: 10 };
    const book = {
      run,
      known: new Big(known),
      notional: new Big(100_000),
      apr: run,
      isEmpty: false,
    };
    return bookReason(book, criteria(limits))?.code;
  };

  it("is funding of 7 days below zero by more than its standard error", () => {
    expect(judged(-18.41, 18.4)).toBe("book_paying");
    expect(judged(-18.41, 18.41)).toBeUndefined();
    expect(judged(18.41, 1)).toBeUndefined();
    expect(judged(-0.004, 0)).toBeUndefined();
    expect(judged(-0.01, 0)).toBe("book_paying");
  });

  it("is funding of 7 days below the limit paying, where the standard error is unknown", () => {
    expect(judged(-10.01, undefined)).toBe("book_paying");
    expect(judged(-10, undefined)).toBeUndefined();
    expect(judged(-12.01, undefined, 100, { paying: usd("12") })).toBe("book_paying");
  });

  it("is unknown while the funding is known of less than 90 % of the notional", () => {
    expect(judged(-100, 1, 90)).toBe("book_paying");
    expect(judged(-100, 1, 89.99)).toBe("funding_unknown");
    expect(judged(100, 1, 89.99)).toBe("funding_unknown");
  });

  it("is a concern of no position, and is left out where that is ignored", () => {
    const paid = settled(waves(-0.0001, 0));
    const positions = [heldOn(1)];
    const history = historyFrom((id) => (id === 99 ? zero : paid));
    const found = statusOf(positions, history, criteria());
    const [first, second] = allAttention(found).map(({ position, reasons }) => ({
      ...{ id: position?.position_id, codes: reasons.map(({ code }) => code) },
    }));
    expect(first).toMatchObject({ codes: ["paying"] });
    expect(second).toEqual({ id: undefined, codes: ["book_paying"] });
    const ignore = [{ code: "book_paying" as const, position: undefined }];
    const without = statusOf(positions, history, criteria({ ignore }));
    expect([allAttention(without).length, without.ignored]).toEqual([1, 1]);
    const unknown = statusOf(positions, () => undefined, criteria());
    expect(allNotJudged(unknown).at(-1)).toMatchObject({
      position: undefined,
      reasons: [{ code: "funding_unknown", window: "7d" }],
    });
    expect(allNotJudged(statusOf([], () => undefined, criteria()))).toEqual([]);
    const legless = statusOf([sound({ legs: [] })], () => undefined, criteria());
    expect(allNotJudged(legless)).toEqual([]); // nothing is held, so nothing is paid
  });
});
