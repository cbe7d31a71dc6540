import { describe, expect, it } from "vitest";
import type { FundingEvent } from "../../src/client/resources/funding.js";
import { nextOfLeg } from "../../src/figures/catalog/upcoming.js";
import { ago, HOUR, hedged, long, short } from "../support/fresh-legs.js";
import { groupOf } from "../support/group.js";
import { NOW } from "../support/now.js";
import { performance as sent } from "../support/records.js";

/** Settlements every so many hours, the last one so many hours ago. */
const every = (hours: number, last: number): FundingEvent[] =>
  Array.from({ length: 40 }, (_, n) => ({
    funding_time: ago((last + n * hours) * HOUR),
    funding_rate: "0.001",
    funding_interval: hours,
    mark_price: "100",
  })).reverse();

/** What a short leg of 1 is paid next, in hours from now and USD. */
function next(events: FundingEvent[], more: object) {
  const prices = { quantity: 1, open_price: 200, mark_price: 200 };
  const performance = { ...sent(), spread_pnl: { realized: 0, unrealized: 0 } };
  const legs = [long(prices), short({ ...prices, ...more })];
  const markets = new Map([[2, events]]);
  const [p] = groupOf([hedged(1, { legs, performance })], { events: markets }).members;
  const leg = p?.legs[1];
  if (leg === undefined) throw new Error("no leg");
  const { due } = nextOfLeg(leg);
  const { asOf, doubts } = due.evidence;
  return { hours: ((asOf ?? NOW) - NOW) / HOUR, usd: due.value?.toNumber(), doubts };
}

describe("the time of what a settlement pays", () => {
  it("is that of the mark price or of the last settlement, whichever is older", () => {
    expect(next(every(8, 4), {})).toEqual({ hours: -4, usd: 0.2, doubts: [] });
    const old = next(every(8, 4), { mark_price_updated_at: ago(9 * HOUR) });
    expect(old).toEqual({ hours: -9, usd: 0.2, doubts: ["mark_stale"] });
  });

  it("is that of the last settlement at whose mark price it is, if the leg has none", () => {
    const unmarked = { mark_price: null, mark_price_updated_at: ago(9 * HOUR) };
    const found = next(every(1, 2), unmarked);
    expect(found).toMatchObject({ hours: -2, usd: 0.1 });
    expect(found.doubts).toContain("event_mark");
  });
});
