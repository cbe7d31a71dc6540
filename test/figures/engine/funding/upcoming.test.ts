import { describe, expect, it } from "vitest";
import type { FundingEvent } from "../../../../src/client/resources/funding.js";
import type { Leg, Position } from "../../../../src/client/resources/position.js";
import { upcomingOf } from "../../../../src/figures/engine/funding/upcoming.js";
import { historyFrom } from "../../../support/market-events.js";

const HOUR = 3_600_000;
const NOW = Date.parse("2026-06-01T12:00:00Z");
const MINUTE = 60_000;

/** A settlement so many hours ago. */
const event = (hoursAgo: number, rate: string | null = "0.001", hours = 8): FundingEvent => ({
  funding_time: new Date(NOW - hoursAgo * HOUR).toISOString(),
  funding_rate: rate,
  funding_interval: hours,
  mark_price: "100",
});

/** Settlements every so many hours, the last one so many hours ago. */
const every = (hours: number, last: number, count = 40): FundingEvent[] =>
  Array.from({ length: count }, (_, n) => event(last + n * hours, "0.001", hours)).reverse();

const short = (market: number | null, more: Partial<Leg> = {}): Leg => ({
  ...{ side: "short", market_id: market, exchange: "x", symbol: "S", leverage: null },
  ...{ quantity: 1, open_price: 100, mark_price: 200 },
  mark_price_updated_at: new Date(NOW - MINUTE).toISOString(),
  ...more,
});

function upcoming(
  legs: readonly Leg[],
  markets: Readonly<Record<number, readonly FundingEvent[]>>,
) {
  const position = {
    ...{ position_id: "p", asset: "BTC", status: "open", closed_at: null },
    ...{ opened_at: "2026-01-01T00:00:00Z", legs },
  } as Position;
  return upcomingOf(position, { historyOf: historyFrom((id) => markets[id]), now: NOW });
}

/** The first leg of {@link upcoming}. */
function first(...args: Parameters<typeof upcoming>) {
  const [leg] = upcoming(...args);
  if (leg === undefined) throw new Error("no leg");
  return leg;
}

const hoursFromNow = (time: number | undefined) =>
  time === undefined ? undefined : (time - NOW) / HOUR;

describe("the time of what a settlement pays", () => {
  it("is that of the mark price or of the last settlement, whichever is older", () => {
    const old = { mark_price_updated_at: new Date(NOW - 9 * HOUR).toISOString() };
    const { pays, atEventMark } = first([short(1)], { 1: every(8, 4) });
    expect([hoursFromNow(pays.asOf), atEventMark]).toEqual([-4, false]);
    expect(hoursFromNow(first([short(1, old)], { 1: every(8, 4) }).pays.asOf)).toBe(-9);
  });

  it("is that of the last settlement at whose mark price it is, if the leg has none", () => {
    const old = new Date(NOW - 9 * HOUR).toISOString();
    const unmarked = { mark_price: null, mark_price_updated_at: old };
    const { pays, atEventMark } = first([short(1, unmarked)], { 1: every(1, 2) });
    expect([pays.value?.toNumber(), hoursFromNow(pays.asOf), atEventMark]).toEqual([0.1, -2, true]);
  });
});

describe("the least and the most of 3 days", () => {
  const counts = (events: readonly FundingEvent[]) => {
    const { least } = first([short(1)], { 1: events });
    return [least.value?.toNumber(), least.counted, least.of];
  };

  it("want no settlement that is at most one spacing late", () => {
    // at −64, −56, … −8, and 0 which is due now
    expect(counts(every(8, 8))).toEqual([0.2, 9 - 1, 9 - 1]);
    expect(counts(every(8, 15))).toEqual([0.2, 8, 8]);
  });

  it("lack one that is later", () => {
    expect(counts(every(8, 17))).toEqual([undefined, 7, 8]);
    // every 8 hours until 12 hours ago, then every hour until 3 hours ago: that of 2 hours ago lacks
    const changed = [...every(8, 12), ...every(1, 3, 9)];
    expect(counts(changed)).toEqual([undefined, 17, 18]);
  });

  it("have none of 3 days ago, there or not, nor one that is still to come", () => {
    const whole = every(8, 0);
    expect(counts(whole.filter((_, n) => n !== 30))).toEqual([0.2, 9, 9]);
    expect(counts(whole.filter((_, n) => n !== 31))).toEqual([undefined, 8, 9]);
    expect(counts([...whole, event(-8)])).toEqual([0.2, 9, 9]);
  });

  it("are known with 95 percent of the settlements, and not with less", () => {
    const lacking = (count: number) =>
      every(1, 0, 100).map((it, n) =>
        n >= 40 && n < 40 + count ? { ...it, funding_rate: null } : it,
      );
    expect(counts(lacking(3))).toEqual([0.2, 69, 72]);
    expect(counts(lacking(4))).toEqual([undefined, 68, 72]);
    const twenty = every(3.6, 0, 40);
    expect(counts(twenty)).toEqual([0.2, 20, 20]);
    expect(counts(twenty.map((it, n) => (n === 30 ? { ...it, funding_rate: null } : it)))).toEqual([
      ...[0.2, 19, 20],
    ]);
  });
});
