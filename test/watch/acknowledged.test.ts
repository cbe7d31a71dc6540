import { describe, expect, it } from "vitest";
import { Acknowledged } from "../../src/watch/acknowledged.js";
import { ago, DAY, hedged } from "../support/fresh-legs.js";
import { groupOf } from "../support/group.js";
import { performance } from "../support/records.js";

const NOW = Date.parse("2026-06-01T12:00:00Z");
const HOUR = 3_600_000;
const one = hedged(1, { opened_at: ago(40 * DAY) });
const ID = String(one.position_id);

/** Events of both markets, of which the short one pays so much a day; none of the last days where it is null. */
function paying(rate: number | null) {
  const of = (market: number) =>
    Array.from({ length: 90 }, (_, n) => ({
      funding_time: new Date(Math.floor(NOW / (8 * HOUR)) * 8 * HOUR - n * 8 * HOUR).toISOString(),
      ...{
        funding_rate: String(market === 2 ? rate : 0),
        funding_interval: 8,
        mark_price: "61000",
      },
    }));
  return rate === null ? new Map() : new Map([1, 2].map((id) => [id, of(id)]));
}

/** A book of a position that loses and pays funding, or does not. */
function book(loses: boolean, rate: number | null, ignore: Parameters<typeof groupOf>[2] = []) {
  const results = { funding_pnl: 0, spread_pnl: { realized: loses ? -500 : 5, unrealized: 0 } };
  const figures = performance({ ...results, calculated_at: new Date(NOW - 60_000).toISOString() });
  return groupOf([{ ...one, performance: figures }], { events: paying(rate), now: NOW }, ignore);
}

describe("an acknowledged cause", () => {
  it("lasts until its time, or until the cause clears", () => {
    const all = new Acknowledged();
    all.set("losing", ID, NOW + HOUR);
    all.set("costs_funding", ID, undefined);
    const codes = (now: number) => all.list(now).map(({ code }) => code);
    expect(codes(NOW)).toEqual(["losing", "costs_funding"]);
    expect(codes(NOW + HOUR)).toEqual(["costs_funding"]);
    all.prune(book(true, -0.0003));
    expect(codes(NOW)).toEqual(["losing", "costs_funding"]);
    all.prune(book(true, 0.0003));
    expect(codes(NOW)).toEqual(["losing"]);
  });

  it("lasts while the cause is unknown, or is left out by --ignore", () => {
    const all = new Acknowledged();
    all.set("costs_funding", ID, undefined);
    all.prune(book(false, null));
    all.prune(book(false, -0.0003, [{ code: "costs_funding", position: undefined }]));
    expect(all.list(NOW)).toHaveLength(1);
    all.prune(book(false, 0.0003));
    expect(all.list(NOW)).toEqual([]);
  });

  it("is taken back, and replaced by another time", () => {
    const all = new Acknowledged();
    all.set("losing", ID, NOW + HOUR);
    all.set("losing", ID, undefined);
    expect(all.list(NOW)).toEqual([{ code: "losing", position: ID, until: undefined }]);
    all.set("losing", ID, "never");
    expect(all.list(NOW)).toEqual([]);
  });
});
