import { describe, expect, it } from "vitest";
import { type LegRisk, nearestFirst } from "../../../src/analytics/position/leg-risk.js";
import { lacksLeverage } from "../../../src/analytics/position/margin.js";
import type { Leg } from "../../../src/client/resources/position.js";
import { ago, held, leg, MINUTE, NOW, numberOf, risks } from "./risk-leg.js";

describe("the risk of a leg", () => {
  const only = (more: Partial<Leg>, side: "long" | "short" = "long"): LegRisk => {
    const [found] = risks(held(leg(side, more)));
    if (found === undefined) throw new Error("no leg");
    return found;
  };

  it("is distance from the price at which the margin is gone, and has a part of it left", () => {
    const [long, short] = [only({ mark_price: 90 }), only({ mark_price: 110 }, "short")];
    const figures = ({ bankruptcyPrice, distance, left, margin }: LegRisk) =>
      [bankruptcyPrice, distance, left, margin].map(numberOf);
    // 10 of the 20 that are posted for one are lost
    expect(figures(long)).toEqual([80, 11.1111111111111, 50, 18]);
    expect(figures(short)).toEqual([120, 9.09090909090909, 50, 22]);
  });

  it("is unknown from the price on at which the margin is gone", () => {
    expect([only({ mark_price: 80.01 }).isThin, only({ mark_price: 80 }).isThin]).toEqual([
      ...[true, undefined],
    ]);
    expect(only({ mark_price: 80 }).unknown).toBe("past");
  });

  it("is unknown without a leverage or a price above zero", () => {
    for (const [more, why] of [
      [{ leverage: 0 }, "no_leverage"],
      [{ leverage: -1 }, "no_leverage"],
      [{ open_price: 0 }, "price"],
      [{ mark_price: 0 }, "price"],
      [{ mark_price: -1 }, "price"],
      [{ leverage: null, mark_price: null }, "no_leverage"],
      [{ open_price: null, mark_price: null }, "mark_missing"],
    ] as const) {
      const found = only(more);
      expect([found.unknown, found.isThin, found.distance.value]).toEqual([why, undefined, null]);
    }
    expect([only({ leverage: 0 }), only({ leverage: -1 })].map((it) => it.margin.value)).toEqual([
      ...[null, null],
    ]);
    expect(only({ open_price: 0 }).bankruptcyPrice.value).toBeNull();
    expect(numberOf(only({ mark_price: null }).bankruptcyPrice)).toBe(80);
  });

  it("is of the time of its mark price, and stale with it, which is unknown without one", () => {
    const times = (more: Partial<Leg>) => {
      const { notional, distance } = only(more);
      return [notional.asOf, notional.stale, distance.asOf];
    };
    expect(times({})).toEqual([NOW - MINUTE, false, NOW - MINUTE]);
    expect(times({ mark_price_updated_at: ago(6 * MINUTE) })[1]).toBe(true);
    expect(times({ mark_price: null })).toEqual([undefined, false, undefined]);
    expect(times({ mark_price_updated_at: null })).toEqual([undefined, undefined, undefined]);
  });

  it("has no figure beside a leg with a negative quantity, as that leg itself", () => {
    const found = risks(held(leg("long", { mark_price: 81 }), leg("short", { quantity: -1 })));
    for (const { notional, margin, bankruptcyPrice, distance, left, unknown, isThin } of found) {
      expect([notional, margin, bankruptcyPrice, distance, left].map(numberOf)).toEqual(
        Array(5).fill(null),
      );
      expect([unknown, isThin]).toEqual(["quantity_negative", undefined]);
    }
    expect(found).toHaveLength(2);
  });

  it("is unknown at an old mark price, and at one without a time", () => {
    const why = (mark_price_updated_at: string | null) => only({ mark_price_updated_at }).unknown;
    expect([why(ago(6 * MINUTE)), why(null), why(ago(MINUTE))]).toEqual([
      ...["mark_old", "mark_undated", undefined],
    ]);
  });

  it("has a price at which the margin is gone to 15 digits, however small prices are", () => {
    const bankruptcyPrice = (open_price: number, leverage = 3) =>
      only({ open_price, leverage, mark_price: open_price }).bankruptcyPrice.value?.toFixed();
    expect(bankruptcyPrice(100)).toBe("66.6666666666667");
    expect(bankruptcyPrice(1e-9)).toBe("0.000000000666666666666667");
    expect(bankruptcyPrice(7e-21)).toBe("0.00000000000000000000466666666666667");
    expect(bankruptcyPrice(1e-9, 1)).toBe("0");
  });

  it("comes low ones first, then the nearest, then unknown ones, then those without leverage", () => {
    const marks = [99, 81, 80, 85, 95].map((mark_price) => leg("long", { mark_price }));
    const sorted = nearestFirst(risks(held(leg("long", { leverage: null }), ...marks)));
    expect(sorted.map((it) => [it.leg.mark_price, it.leg.leverage])).toEqual([
      ...[
        [81, 5],
        [85, 5],
        [95, 5],
        [99, 5],
        [80, 5],
        [100, null],
      ],
    ]);
  });

  it("lacks a leverage if that is missing or not above zero, and the leg held", () => {
    const lacking = (more: Partial<Leg>) => lacksLeverage(held(leg("long", more)));
    expect([{}, { leverage: null }, { leverage: 0 }].map(lacking)).toEqual([false, true, true]);
    expect(lacking({ leverage: 0, quantity: 0 })).toBe(false);
  });
});
