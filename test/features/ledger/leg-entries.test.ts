import { describe, expect, it } from "vitest";
import { positionFunding } from "../../../src/analytics/funding/position-funding.js";
import type { MarketEvent } from "../../../src/analytics/market/settled-event.js";
import type { PositionDetail } from "../../../src/client/resources/position.js";
import { legLedger } from "../../../src/features/ledger/leg-entries.js";

const HOUR = 3_600_000;
const START = Date.parse("2026-05-20T00:00:00Z");

/** Settlements every 8 hours of 4 days; 08:00 of the 20th is the first one. */
const settled = (rate: (hour: number) => string | null = () => "0.001"): MarketEvent[] =>
  Array.from({ length: 12 }, (_, n) => (n + 1) * 8).map((hour) => ({
    ...{ time: START + hour * HOUR, rate: rate(hour), mark: "100", interval: 8 },
  }));

const leg = (side: "long" | "short", market: number | null, quantity = 1) => ({
  ...{ leg_id: `${side}-${market}`, side, market_id: market, exchange: "x", symbol: "S", quantity },
  ...{ leverage: null, open_price: 100, close_price: null, mark_price: 100 },
  ...{ mark_price_updated_at: null, open_fee_paid: 0, close_fee_paid: null },
  funding: { calculated: 0, override: null },
});

function ledger(
  markets: Readonly<Record<number, readonly MarketEvent[]>>,
  legs: readonly ReturnType<typeof leg>[],
  now = START + 96 * HOUR,
) {
  const position = {
    ...{ position_id: "p", asset: "S", status: "open", closed_at: null, legs },
    opened_at: new Date(START).toISOString(),
  } as unknown as PositionDetail;
  const inputs = { eventsOf: (id: number) => markets[id], start: START, end: now };
  return legLedger(position, positionFunding(position, inputs), now);
}
const rowsOf = ({ entries }: ReturnType<typeof ledger>) =>
  entries.map(({ id, day, amount, asOf }) => [
    ...[id, day, amount.toFixed(2), (asOf - START) / HOUR],
  ]);

describe("the ledger of a leg", () => {
  it("posts what settled on each day that is over, what settles at midnight on the day before", () => {
    const rate = (hour: number) => (hour === 24 ? "0.01" : "0.001");
    const found = ledger({ 1: settled(rate) }, [leg("short", 1)], START + 72 * HOUR);
    expect(rowsOf(found)).toEqual([
      ["p/short-1/funding_pnl/2026-05-20", "2026-05-20", "1.20", 24],
      ["p/short-1/funding_pnl/2026-05-21", "2026-05-21", "0.30", 48],
      ["p/short-1/funding_pnl/2026-05-22", "2026-05-22", "0.30", 72],
    ]);
    const [first] = found.entries;
    expect(first).toMatchObject({ component: "funding_pnl", source: "events", name: "2026-05-20" });
    const early = ledger({ 1: settled() }, [leg("short", 1)], START + 72 * HOUR - 1);
    expect(rowsOf(early).map(([, day]) => day)).toEqual(["2026-05-20", "2026-05-21"]);
  });

  it("leaves out a day with an event that is missing or has no rate, and names it", () => {
    const holes = settled((hour) => (hour === 40 ? null : "0.001")).filter(
      ({ time }) => time !== START + 16 * HOUR,
    );
    const found = ledger({ 1: holes }, [leg("short", 1)]);
    expect(rowsOf(found).map(([, day]) => day)).toEqual(["2026-05-22", "2026-05-23"]);
    expect(found.incomplete).toEqual(["2026-05-20", "2026-05-21"]);
  });

  it("is in the order of days, and posts no amount of 0.00", () => {
    const found = ledger({ 1: settled(), 2: settled(() => "0.00001") }, [
      ...[leg("short", 1), leg("long", 1, 2), leg("long", 2)],
    ]);
    expect(rowsOf(found).slice(0, 3)).toEqual([
      ["p/long-1/funding_pnl/2026-05-20", "2026-05-20", "-0.60", 24],
      ["p/short-1/funding_pnl/2026-05-20", "2026-05-20", "0.30", 24],
      ["p/long-1/funding_pnl/2026-05-21", "2026-05-21", "-0.60", 48],
    ]);
    expect([found.entries.length, found.incomplete, found.unknown]).toEqual([8, [], []]);
  });

  it("names a leg whose funding is unknown, and posts the others", () => {
    const found = ledger({ 1: settled() }, [leg("short", 1), leg("long", null), leg("long", 7)]);
    expect(found.unknown.map((it) => it.leg.leg_id)).toEqual(["long-null", "long-7"]);
    expect(found.entries).toHaveLength(4);
  });
});
