import { Big } from "big.js";
import { describe, expect, it } from "vitest";
import { riskOf } from "../../../src/analytics/position/risk.js";
import type { Position } from "../../../src/client/resources/position.js";
import { ago, held, inputs, leg, MINUTE, NOW, numberOf, TEN } from "./risk-leg.js";

const risk = (...positions: readonly Position[]) =>
  riskOf(positions, { ...inputs, margin: TEN, stresses: [], isUnchecked: () => false });

describe("what is unhedged", () => {
  const rows = (...positions: readonly Position[]) =>
    risk(...positions).unhedged.map((it) => [numberOf(it.unhedged), it.missing ?? null]);

  it("comes the largest first, whatever its sign, and unknown ones before", () => {
    const [small, large] = [leg("long", { quantity: 2 }), leg("long", { quantity: 0.5 })];
    const tiny = held(leg("long"), leg("short", { quantity: 0.9 }));
    const unknown = held(leg("long", { mark_price: null }));
    expect(rows(tiny, held(leg("short", { quantity: 3 })), unknown, held(small, large))).toEqual([
      ...[
        [null, "short"],
        [-300, "long"],
        [250, "short"],
        [10, null],
      ],
    ]);
    expect(rows(unknown, tiny).map(([value]) => value)).toEqual([null, 10]);
  });

  it("has no missing side if nothing is held at all", () => {
    expect(rows(held(leg("long", { quantity: 0 })))).toEqual([[0, null]]);
    expect(rows(held(leg("long"), leg("short", { quantity: -1 })))).toEqual([[null, null]]);
  });

  it("is not known to be nothing where the legs were not checked, and comes before what is", () => {
    const even = { ...held(leg("long"), leg("short")), position_id: "u" };
    const found = riskOf([held(leg("long")), even, held(leg("long", { mark_price: null }))], {
      ...{ ...inputs, margin: TEN, stresses: [] },
      isUnchecked: (id) => id === "u",
    });
    expect(found.unhedged.map((it) => [numberOf(it.unhedged), it.isUnchecked])).toEqual([
      ...[
        [null, false],
        [0, true],
        [100, false],
      ],
    ]);
    expect(found.unhedged.map(({ unknown }) => unknown)).toEqual([
      ...["mark_missing", undefined, undefined],
    ]);
    expect([found.margin.unchecked, found.totals.figures.unhedged_notional.unchecked]).toEqual([
      ...[2, 1],
    ]);
  });

  it("says why it is unknown", () => {
    const why = (...legs: Parameters<typeof held>) => risk(held(...legs)).unhedged[0]?.unknown;
    expect(why(leg("long", { mark_price: 0 }))).toBe("price");
    expect(why(leg("long", { mark_price: null, quantity: -1 }))).toBe("quantity_negative");
    expect(why(leg("long"))).toBeUndefined();
  });

  it("is of the oldest mark price, and stale with it", () => {
    const old = leg("short", { mark_price_updated_at: ago(6 * MINUTE) });
    const [found] = risk(held(leg("long"), old)).unhedged;
    expect(found?.unhedged).toMatchObject({ asOf: NOW - 6 * MINUTE, stale: true });
    const [fresh] = risk(held(leg("long"), leg("short", { mark_price_updated_at: null }))).unhedged;
    expect([fresh?.unhedged.asOf, fresh?.unhedged.stale]).toEqual([undefined, undefined]);
    expect([fresh?.unhedged.ageUnknown, found?.unhedged.ageUnknown]).toEqual([true, undefined]);
  });
});

describe("the margin of all legs", () => {
  it("is of those with a notional and a leverage, with their number and share", () => {
    const found = risk(held(leg("long", { quantity: 3 }), leg("short", { leverage: null }))).margin;
    expect([numberOf(found), found.counted, found.of]).toEqual([60, 1, 2]);
    expect([found.grossShare?.toNumber(), found.grossShareAbout]).toEqual([75, false]);
    expect([found.asOf, found.stale]).toEqual([NOW - MINUTE, false]);
  });

  it("has a share at the open price of a leg without a mark, which is about", () => {
    const found = risk(
      held(leg("long", { quantity: 3 }), leg("short", { mark_price: null })),
    ).margin;
    expect([numberOf(found), found.counted, found.of]).toEqual([60, 1, 2]);
    expect([found.grossShare?.toNumber(), found.grossShareAbout]).toEqual([75, true]);
  });

  it("is 0 without a leg", () => {
    expect(risk().margin).toMatchObject({ value: new Big(0), counted: 0, of: 0 });
  });

  it("is stale with one of its marks, and as old as the oldest", () => {
    const old = leg("short", { mark_price_updated_at: ago(6 * MINUTE) });
    expect(risk(held(leg("long"), old)).margin).toMatchObject({
      stale: true,
      asOf: NOW - 6 * MINUTE,
    });
    const untold = leg("short", { mark_price_updated_at: null });
    const { margin } = risk(held(leg("long"), untold));
    expect([margin.asOf, margin.ageUnknown]).toEqual([undefined, true]);
    expect(risk(held(leg("long"))).margin).not.toHaveProperty("ageUnknown");
  });
});
