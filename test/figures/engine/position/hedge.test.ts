import { describe, expect, it } from "vitest";
import type { Leg } from "../../../../src/client/resources/position.js";
import { countedAlike } from "../../../../src/figures/credible/multiples.js";
import {
  basisOf,
  imbalanceOf,
  shortAtLongMark,
  unhedgedOf,
} from "../../../../src/figures/engine/position/hedge.js";
import { leg as record } from "../../../support/records.js";

const leg = (side: "long" | "short", quantity: number, mark: number | null, more: object = {}) =>
  record({
    ...{ side, quantity, mark_price: mark, open_price: mark },
    ...more,
  }) as unknown as Leg;
const long = (quantity: number, mark: number | null, more: object = {}) =>
  leg("long", quantity, mark, more);
const short = (quantity: number, mark: number | null, more: object = {}) =>
  leg("short", quantity, mark, more);
const counted = (...legs: Leg[]) => countedAlike(legs, "PEPE");
const unhedged = (...legs: Leg[]) => unhedgedOf(counted(...legs))?.toNumber();
const imbalance = (...legs: Leg[]) => imbalanceOf(counted(...legs))?.toNumber();
const basis = (...legs: Leg[]) => basisOf(counted(...legs))?.toNumber();

describe("the balance of a position", () => {
  it("sets its longs against its shorts, in percent of the larger side, at the mark of that side", () => {
    const shorter = [long(3, 100), long(1, 120), short(5, 110)];
    expect([imbalance(...shorter), unhedged(...shorter)]).toEqual([20, -110]);
    // the longs' mean mark: (3 × 100 + 1 × 120) ÷ 4 = 105
    const longer = [long(3, 100), long(1, 120), short(2, 110)];
    expect([imbalance(...longer), unhedged(...longer)]).toEqual([50, 210]);
  });

  it("is even where both sides hold the same, whatever their marks", () => {
    const even = [long(2, null), short(2, 110)];
    expect([imbalance(...even), unhedged(...even)]).toEqual([0, 0]);
  });

  it("is not known in USD without a mark of the larger side, and known without one of the other", () => {
    expect(unhedged(long(2, 100), short(3, null))).toBeUndefined();
    expect(unhedged(long(2, null), short(3, 110))).toBe(-110);
    expect(unhedged(long(2, 100), long(2, null), short(3, 110))).toBeUndefined();
  });

  it("is of one side where the other holds nothing, and unknown where nothing is held", () => {
    expect([imbalance(short(3, 110)), unhedged(short(3, 110))]).toEqual([100, -330]);
    expect([imbalance(), unhedged()]).toEqual([undefined, 0]);
  });

  it("is multiplied first and divided last, once", () => {
    expect(unhedged(long(2, 100), long(1, 101))).toBe(301); // 3 × 100.33…
    expect(unhedgedOf(counted(long(0.5, 1.00000001)))?.toFixed()).toBe("0.500000005");
  });
});

describe("the basis of a position", () => {
  it("is how much more the shorts cost than the longs, weighted by quantity", () => {
    expect(basis(long(3, 100), long(1, 120), short(5, 126))).toBe(20);
    expect(basis(long(3, 100), short(5, 99))).toBe(-1);
  });

  it("is unknown without a side or a price", () => {
    for (const legs of [
      [long(1, 100)],
      [short(1, 100)],
      [long(1, null), short(1, 100)],
      [long(1, 100), long(1, null), short(1, 100)],
    ]) {
      expect(basis(...legs)).toBeUndefined();
    }
  });
});

describe("what is short at the mark of the longs", () => {
  const amount = (...legs: Leg[]) => shortAtLongMark(counted(...legs))?.toNumber();

  it("is the quantity of the shorts times that mark, and 0 without shorts", () => {
    expect(amount(long(3, 100), long(1, 120), short(2, 110), short(1, 90))).toBe(315);
    expect(amount(long(3, null))).toBe(0);
  });

  it("is unknown without longs or their mark", () => {
    expect(amount(short(2, 110))).toBeUndefined();
    expect(amount(long(3, null), short(2, 110))).toBeUndefined();
  });
});

describe("contracts of a thousand", () => {
  /** Legs as `symbol quantity open mark`, the longs first, and what each counts as in units of the asset. */
  const units = (asset: string, ...legs: (readonly [string, number | null, number | null])[]) =>
    countedAlike(
      legs.map(([symbol, open_price, mark_price], at) =>
        leg(at === 0 ? "long" : "short", 1, null, { symbol, open_price, mark_price }),
      ),
      asset,
    ).map(({ factor }) => factor.toNumber());

  it("count as units of the asset where their symbols say so and a price agrees within a factor of 3", () => {
    for (const [asset, legs, expected] of [
      [
        "DOGS",
        [
          ["DOGSUSDT", 0.0005, 0.0005],
          ["kDOGS", 0.5, 0.5],
        ],
        [1, 1000],
      ],
      [
        "SATS",
        [
          ["1000SATSUSDT", 0.0002, 0.0002],
          ["10000SATSUSDT", 0.002, 0.002],
        ],
        [1e3, 1e4],
      ],
      [
        "MOG",
        [
          ["1000000MOGUSDT", 1, 1],
          ["MOG_USDT", 1e-6, 1e-6],
        ],
        [1e6, 1],
      ],
      [
        "BABYDOGE",
        [
          ["1MBABYDOGEUSDT", 1.2, 1.2],
          ["BABYDOGE-USDT", 1.2e-9, 1.2e-6],
        ],
        [1e6, 1],
      ],
      [
        "SHIB",
        [
          ["1000SHIBUSDT", 0.006, 0.012],
          ["PF_SHIBUSD", 0.000024, 0.000012],
        ],
        [1e3, 1],
      ],
      [
        "LUNC",
        [
          ["1000LUNCUSDT", 0.05, 0.05],
          ["LUNC", 0.00005, null],
        ],
        [1000, 1],
      ],
      [
        "KAVA",
        [
          ["KAVAUSDT", 0.5, 0.5],
          ["KAVA", 0.5, 0.5],
        ],
        [1, 1],
      ],
      [
        "PEPE",
        [
          ["PEPE_USDT", 1e-5, 1e-5],
          ["1000PEPEUSDT", 1e-5, 1e-5],
        ],
        [1, 1],
      ],
    ] as const) {
      expect(units(asset, ...legs), asset).toEqual(expected);
    }
  });

  it("count as units of the asset where every leg has them, and where there is one leg", () => {
    expect(units("PEPE", ["1000PEPEUSDT", 0.01, 0.01], ["kPEPE", 0.01, 0.01])).toEqual([1e3, 1e3]);
    expect(units("PEPE", ["1000PEPEUSDT", null, null])).toEqual([1000]);
  });

  it("are not counted again where the asset has the multiple in its name", () => {
    expect(units("1000CAT", ["1000CATUSDT", 0.01, 0.01], ["CAT_USDT", 1e-5, 1e-5])).toEqual([
      ...[1, 0.001],
    ]);
    const sats = [
      ["1000SATSUSDT", 2e-4, 2e-4],
      ["10000SATSUSDT", 2e-3, 2e-3],
    ] as const;
    expect(units("1000SATS", ...sats)).toEqual([1, 10]);
  });

  it("are found without a word of the symbols only where open prices and marks say the same", () => {
    expect(units("X", ["X1", 1, 1], ["X2", 1000, 1010])).toEqual([1, 1000]);
    expect(units("X", ["X1", 1, 1], ["X2", 1000, 1])).toEqual([1, 1]);
    expect(units("X", ["X1", 1, 1], ["X2", 1, 1000])).toEqual([1, 1]);
    expect(units("X", ["X1", 1, 1], ["X2", 12, 12])).toEqual([1, 1]);
    expect(units("X", ["X1", 0, 0], ["X2", 1000, 1000])).toEqual([1, 1]);
  });

  it("count as what they stand for where legs are compared", () => {
    expect(unhedged(long(3, 1000), short(2000, 1))).toBe(1000);
    expect(basis(long(3, 1000), short(2000, 1.02))).toBe(2);
    expect(basis(long(1, 1000), long(1000, 1.1), short(2000, 1.26))).toBe(20); // of a mean of 1.05
  });

  it("leave the digits of a small price", () => {
    const legs = [
      ...[long(1e12, 3.12345678901e-13), short(1e9, 3.12345678901e-10, { symbol: "1000X" })],
    ];
    expect(unhedged(...legs, short(1, 3.12345678901e-10))).toBeCloseTo(-3.12345678901e-10, 22);
  });
});
