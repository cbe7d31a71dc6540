import { Big } from "big.js";
import { describe, expect, it } from "vitest";
import type { LegDetail } from "../../../../src/client/resources/position.js";
import {
  contradictsItself,
  daysHeld,
  feesOf,
  fundingOf,
  heldLegs,
  pricePnlOf,
  readable,
  sizeOf,
} from "../../../../src/figures/engine/position/legs.js";
import { leg as record } from "../../../support/records.js";

/** A leg of 2 that was opened at 100 and stands at 110. */
const leg = (more: object = {}) =>
  record({ quantity: 2, open_price: 100, mark_price: 110, ...more }) as unknown as LegDetail;

describe("the price PnL of a leg", () => {
  const pnl = (more: object) => pricePnlOf(leg(more))?.toNumber();

  it("is what the price has moved for it since the opening, up to the close", () => {
    expect([pnl({}), pnl({ side: "short" })]).toEqual([20, -20]);
    expect(pnl({ close_price: 95 })).toBe(-10);
  });

  it("is unknown where a price is, and where nothing or less is held", () => {
    const lacks = [{ open_price: null }, { mark_price: null }, { quantity: 0 }, { quantity: -2 }];
    for (const lack of lacks) expect(pnl(lack)).toBeUndefined();
    expect(pnl({ mark_price: null, close_price: 101 })).toBe(2);
  });
});

describe("the funding and the fees of legs", () => {
  const detail = (calculated: number, override: number | null, close_fee_paid: number | null) =>
    leg({ funding: { calculated, override }, open_fee_paid: 3, close_fee_paid });

  it("are sums, in which an override counts instead of what was calculated, also one of 0", () => {
    const legs = [detail(10, null, null), detail(7, -2, 4), detail(5, 0, 0)];
    expect(fundingOf(legs)?.toNumber()).toBe(8);
    expect(feesOf(legs)?.toNumber()).toBe(13);
  });

  it("are unknown without a leg", () => {
    expect([fundingOf([]), feesOf([])]).toEqual([null, null]);
  });
});

describe("what is held", () => {
  const [held, empty, closed] = [leg(), leg({ quantity: 0 }), leg({ close_price: 1 })] as const;

  it("is in the legs of an open position with a quantity that are not closed", () => {
    const legs = [held, empty, closed];
    expect(heldLegs({ status: "open", legs })).toEqual([held]);
    expect(heldLegs({ status: "closed", legs })).toEqual([]);
  });

  it("contradicts itself where a closed leg has a quantity", () => {
    const contradicts = (legs: LegDetail[], status: "open" | "closed" = "open") =>
      contradictsItself({ status, legs });
    expect([contradicts([held, closed]), contradicts([held], "closed")]).toEqual([true, true]);
    const gone = leg({ quantity: 0, close_price: 1 });
    expect([contradicts([held, gone]), contradicts([empty], "closed")]).toEqual([false, false]);
  });

  it("has the notional of the larger side as its size", () => {
    const size = (...legs: LegDetail[]) => sizeOf({ status: "open", legs })?.toNumber();
    expect(size(held, leg({ side: "short", quantity: 3 }))).toBe(330);
    expect(size(held, held, leg({ side: "short", quantity: 3 }))).toBe(440);
    expect(size(held)).toBe(220);
    expect(size(leg({ mark_price: null }))).toBe(200); // at the open price
    expect(size(leg({ mark_price: null, open_price: null }))).toBeUndefined();
    expect(size(held, leg({ side: "short", quantity: -1 }))).toBeUndefined();
    expect(size(leg({ quantity: -1 }), leg({ side: "short" }))).toBeUndefined();
    expect(size(held, leg({ side: "both" }))).toBeUndefined();
  });
});

describe("an amount that is displayed as 0.00", () => {
  it("is 0, and from half a cent on it is what it is", () => {
    const amounts = ["0.00499", "-0.00499", "0.005", "-0.005"].map((it) => new Big(it));
    expect(amounts.map((it) => readable(it).toFixed())).toEqual(["0", "0", "0.005", "-0.005"]);
  });
});

describe("the days that a position was held", () => {
  it("end with its closing, or now, and have 8 decimals", () => {
    const days = (closed_at: string | null) =>
      daysHeld(
        { opened_at: "2026-05-01T00:00:00Z", closed_at },
        Date.parse("2026-05-11T00:00:00Z"),
      );
    expect([days(null), days("2026-05-02T12:00:00Z")]).toEqual([10, 1.5]);
    expect(days("2026-05-01T08:00:00Z")).toBe(0.33333333);
  });
});
