import { Big } from "big.js";
import { describe, expect, it } from "vitest";
import { type Stress, stressOf } from "../../../src/analytics/position/stress.js";
import type { Leg, Position } from "../../../src/client/resources/position.js";
import { historyFrom } from "../../support/market-events.js";
import { ago, held, inputs, leg, MINUTE, NOW, numberOf } from "./risk-leg.js";

const HOUR = 60 * MINUTE;

describe("a stress", () => {
  const stress = (kind: Stress, ...positions: readonly Position[]) =>
    stressOf(kind, positions, inputs);
  const down: Stress = { kind: "down", exchange: "y" };
  const price: Stress = { kind: "price", percent: new Big(20) };
  const basis: Stress = { kind: "basis", points: new Big(1) };
  const there = (more: Partial<Leg> = {}) => leg("short", { exchange: "y", ...more });

  it("of an exchange is over the positions that hold something there", () => {
    const left = held(leg("long"), there({ quantity: 0 }));
    const { result, held: onIt } = stress(down, held(leg("long", { quantity: 2 }), there()), left);
    expect([numberOf(result), result.counted, result.of]).toEqual([200, 1, 1]);
    expect([onIt && numberOf(onIt), onIt?.of]).toEqual([100, 1]);
    const none = stress(down, left);
    expect([numberOf(none.result), none.result.of]).toEqual([0, 0]);
  });

  it("of an exchange adds up what is left elsewhere in absolute values", () => {
    const other = held(leg("short", { quantity: 3 }), leg("long", { exchange: "y" }));
    const { result } = stress(down, held(leg("long"), there()), other);
    expect(numberOf(result)).toBe(400);
  });

  it("of the prices names the legs that go bankrupt, and what is unhedged then", () => {
    /* The short is bankrupt at 110: what is left of 2 is long at 120. */
    const thin = held(leg("long", { leverage: 2 }), leg("short", { leverage: 10, quantity: 1 }));
    const level = held(leg("long", { leverage: 2 }), leg("short", { leverage: 2 }));
    const past = held(
      leg("long", { leverage: 2 }),
      leg("short", { leverage: 100, mark_price: 102 }),
    );
    const none = held(leg("long", { leverage: null }));
    const { bankrupt, remaining } = stress(price, thin, level, past, none);
    expect(
      bankrupt?.map((it) => [it.bankrupt.map(({ side }) => side), Number(it.unhedged)]),
    ).toEqual([[["short"], 120]]);
    expect([remaining && numberOf(remaining), remaining?.counted, remaining?.of]).toEqual([
      120, 2, 4,
    ]);
    const fall = stress({ kind: "price", percent: new Big(-50) }, thin, level);
    expect(fall.bankrupt?.map(({ unhedged }) => Number(unhedged))).toEqual([-50, -50]);
    expect(fall.remaining && numberOf(fall.remaining)).toBe(100);
  });

  it("of the prices has no bankruptcy that cannot be reached", () => {
    const all = stress(
      { kind: "price", percent: new Big(-100) },
      held(leg("long", { leverage: 1 })),
    );
    expect([all.bankrupt, all.remaining && numberOf(all.remaining)]).toEqual([[], 0]);
  });

  it("is unknown of a negative quantity", () => {
    const negative = held(leg("long", { quantity: -1 }), there());
    for (const kind of [down, price, basis]) {
      const { result, held: onIt } = stress(kind, negative);
      expect([result.value, result.counted, onIt?.value ?? null]).toEqual([null, 0, null]);
    }
  });

  it("of the basis costs nothing without a short side, and is unknown without a long one", () => {
    expect(numberOf(stress(basis, held(leg("long"))).result)).toBe(0);
    expect(numberOf(stress(basis, held(leg("long"), leg("short"))).result)).toBe(-1);
    expect(numberOf(stress(basis, held(leg("short"))).result)).toBeNull();
  });

  it("is as old as the mark prices and stale with them", () => {
    const old = held(
      leg("long", { quantity: 2, mark_price_updated_at: ago(6 * MINUTE) }),
      leg("short"),
    );
    for (const kind of [price, basis]) {
      expect(stress(kind, old).result).toMatchObject({ asOf: NOW - 6 * MINUTE, stale: true });
      expect(stress(kind, held(leg("long"))).result).toMatchObject({ stale: false });
    }
  });

  it("of funding is against going on for 30 days as in the last 7, and stale with no mark", () => {
    const settled = Array.from({ length: 40 }, (_, n) => ({
      funding_time: ago(n * 8 * HOUR),
      ...{ funding_rate: "0.001", funding_interval: 8, mark_price: "100" },
    }));
    const old = leg("short", { mark_price_updated_at: ago(6 * MINUTE) });
    const of = (factor: string) =>
      stressOf({ kind: "funding", factor: new Big(factor) }, [held(old)], {
        ...inputs,
        historyOf: historyFrom(() => settled),
      }).result;
    // 0.3 a day
    expect(["-1", "0", "1", "2"].map((it) => numberOf(of(it)))).toEqual([-18, -9, 0, 9]);
    expect(of("0")).toMatchObject({ asOf: NOW, stale: false });
  });
});
