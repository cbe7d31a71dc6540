import { describe, expect, it } from "vitest";
import {
  returnOnMargin,
  returnOnMargins,
} from "../../../src/analytics/position/return-on-margin.js";
import { ago, HOUR } from "../../support/fresh-legs.js";
import { NOW } from "../../support/now.js";
import { flat, longLeg, shortLeg, sound } from "./judged.js";

const clock = { now: NOW };
/** 10,000 USD a side: margins of 2,000 and 1,000. */
const legs = [longLeg({ leverage: 5 }), shortLeg({ leverage: 10 })];
const earned = (net_pnl: number | null) => ({ performance: flat({ net_pnl }) });
const of = (more: object, n = 1) => sound({ legs, ...earned(96), ...more }, n);

describe("the return on margin", () => {
  it("is net PnL in percent of notional ÷ leverage of the held legs", () => {
    const { value, margin } = returnOnMargin(of({}), clock);
    expect([value.value?.toFixed(), margin?.toFixed()]).toEqual(["3.2", "3000"]);
    expect(value).toMatchObject({ unit: "percent", base: "margin", stale: false });
    const left = [...legs, longLeg({ quantity: 0, leverage: null, mark_price: null })];
    expect(returnOnMargin(of({ legs: left }), clock).value.value?.toFixed()).toBe("3.2");
  });

  it("is unknown without a net PnL, a mark, a leverage or anything held", () => {
    for (const more of [
      earned(null),
      { performance: undefined },
      { legs: [longLeg({ leverage: null }), shortLeg()] },
      { legs: [longLeg({ leverage: 0 }), shortLeg()] },
      { legs: [longLeg({ mark_price: null }), shortLeg()] },
      { legs: [longLeg({ quantity: -1 }), shortLeg()] },
      { legs: [] },
    ]) {
      expect(returnOnMargin(of(more), clock).value.value).toBeNull();
    }
  });

  it("is stale with a mark or a performance", () => {
    const old = [longLeg({ mark_price_updated_at: ago(HOUR) }), shortLeg()];
    expect(returnOnMargin(of({ legs: old }), clock).value.stale).toBe(true);
    const late = { performance: flat({ calculated_at: ago(HOUR) }) };
    expect(returnOnMargin(of(late), clock).value.stale).toBe(true);
  });

  it("is of unknown age with a mark or a performance that is", () => {
    const legsOf = [longLeg({ mark_price_updated_at: null }), shortLeg()];
    const undated = { performance: flat({ calculated_at: "?" }) };
    for (const more of [{ legs: legsOf }, undated]) {
      const all = [returnOnMargin(of(more), clock), returnOnMargins([of({}), of(more, 2)], clock)];
      for (const { value } of all) {
        expect([value.stale, value.ageUnknown]).toEqual([undefined, true]);
      }
    }
  });

  it("of several is over those with both, counted", () => {
    const { value, margin } = returnOnMargins(
      [of({}), of(earned(-6), 2), of(earned(null), 3)],
      clock,
    );
    expect(value).toMatchObject({ counted: 2, of: 3, base: "margin" });
    expect([value.value?.toFixed(), margin?.toFixed()]).toEqual(["1.5", "6000"]);
    expect(returnOnMargins([of(earned(null))], clock)).toMatchObject({ margin: null });
  });
});
