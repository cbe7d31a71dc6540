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
