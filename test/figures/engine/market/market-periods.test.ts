import { expect, it } from "vitest";
import type { FundingEvent } from "../../../../src/client/resources/funding.js";
import { eventOf } from "../../../../src/figures/credible/settled-event.js";
import { brokenIn, marketOf, unitsIn } from "../../../../src/figures/engine/market/periods.js";

const HOUR = 3_600_000;
const END = Date.parse("2026-06-01T00:00:00Z");

/** Events every four hours for 30 days, some missing, some twice with other values, some without a mark. */
const EVENTS = Array.from({ length: 180 }, (_, n): FundingEvent[] => {
  const event = {
    ...{ funding_time: new Date(END - n * 4 * HOUR).toISOString(), funding_interval: 4 },
    ...{ funding_rate: `0.000${n}1`, mark_price: n % 37 === 5 ? null : `10${n}.5` },
  };
  if (n % 23 === 7) return [];
  return n % 41 === 3 ? [event, { ...event, funding_rate: "0.5" }] : [event];
}).flat();

it("tells of the last periods the same, whether or not it knows those of a longer window", () => {
  const clock = (count: number) => ({ period: 4 * HOUR, count, end: END });
  for (const count of [1, 6, 24, 42, 179]) {
    const [whole, own] = [marketOf(EVENTS.map(eventOf)), marketOf(EVENTS.map(eventOf))];
    whole?.paymentsOf(clock(180));
    const [found, wanted] = [whole, own].map((market) => {
      const periods = market?.paymentsOf(clock(count));
      if (periods === undefined) throw new Error("too few events");
      const all = { from: 0, to: count };
      const sums = Array.from({ length: count }, (_, from) => {
        const range = { from, to: count };
        return unitsIn(periods, range, brokenIn([periods], range));
      });
      const { units, conflicting } = periods;
      return {
        units,
        conflicting,
        sums,
        broken: brokenIn([periods], all),
      };
    });
    expect(found).toEqual(wanted);
    expect(wanted?.units).toHaveLength(count);
  }
});
