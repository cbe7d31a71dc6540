import { describe, expect, it } from "vitest";
import { type LegRisk, nearestFirst } from "../../src/analytics/leg-risk.js";
import { lacksLeverage } from "../../src/analytics/margin.js";
import type { LegSummary } from "../../src/client/resources/position.js";
import { ago, held, leg, MINUTE, NOW, numberOf, risks } from "./risk-leg.js";

describe("the risk of a leg", () => {
  const only = (more: Partial<LegSummary>, side: "long" | "short" = "long"): LegRisk => {
    const [found] = risks(held(leg(side, more)));
    if (found === undefined) throw new Error("no leg");
    return found;
  };

  it("is away from the price at which the margin is gone, and has a part of it left", () => {
    const [long, short] = [only({ mark_price: 90 }), only({ mark_price: 110 }, "short")];
    const figures = ({ goneAt, away, left, margin }: LegRisk) =>
      [goneAt, away, left, margin].map(numberOf);
    // 10 of the 20 that are posted for one are lost
    expect(figures(long)).toEqual([80, 11.11111111, 50, 18]);
    expect(figures(short)).toEqual([120, 9.09090909, 50, 22]);
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
      expect([found.unknown, found.isThin, found.away.value]).toEqual([why, undefined, null]);
    }
    expect([only({ leverage: 0 }), only({ leverage: -1 })].map((it) => it.margin.value)).toEqual([
      ...[null, null],
    ]);
    expect(only({ open_price: 0 }).goneAt.value).toBeNull();
    expect(numberOf(only({ mark_price: null }).goneAt)).toBe(80);
  });

  it("is of the time of its mark price, and stale with it", () => {
    const times = (more: Partial<LegSummary>) => {
      const { notional, away } = only(more);
      return [notional.asOf, notional.stale, away.asOf];
    };
    expect(times({})).toEqual([NOW - MINUTE, false, NOW - MINUTE]);
    expect(times({ mark_price_updated_at: ago(6 * MINUTE) })[1]).toBe(true);
    expect(times({ mark_price: null })).toEqual([undefined, false, undefined]);
    expect(times({ mark_price_updated_at: null })).toEqual([undefined, false, undefined]);
  });

  it("has no notional and no margin beside a leg with a negative quantity", () => {
    const [one, negative] = risks(held(leg("long"), leg("short", { quantity: -1 })));
    expect([one?.notional.value, one?.margin.value, one?.isThin]).toEqual([null, null, false]);
    expect([negative?.unknown, negative?.isThin]).toEqual(["quantity_negative", undefined]);
  });

  it("comes thin ones first, then unknown ones, then the nearest, then those without leverage", () => {
    const marks = [99, 81, 80, 85, 95].map((mark_price) => leg("long", { mark_price }));
    const sorted = nearestFirst(risks(held(leg("long", { leverage: null }), ...marks)));
    expect(sorted.map((it) => [it.leg.mark_price, it.leg.leverage])).toEqual([
      ...[
        [81, 5],
        [85, 5],
        [80, 5],
        [95, 5],
        [99, 5],
        [100, null],
      ],
    ]);
  });

  it("lacks a leverage if that is missing or not above zero, and the leg held", () => {
    const lacking = (more: Partial<LegSummary>) => lacksLeverage(held(leg("long", more)));
    expect([{}, { leverage: null }, { leverage: 0 }].map(lacking)).toEqual([false, true, true]);
    expect(lacking({ leverage: 0, quantity: 0 })).toBe(false);
  });
});
