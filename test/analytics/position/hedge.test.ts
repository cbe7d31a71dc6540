import { describe, expect, it } from "vitest";
import {
  balanceOf,
  basisOf,
  exposureOf,
  hedgeOf,
  shortAtLongMark,
} from "../../../src/analytics/position/hedge.js";
import { multiplesOf } from "../../../src/book/multiples.js";
import type { Leg } from "../../../src/client/resources/position.js";
import { leg as record } from "../../support/records.js";

const leg = (side: "long" | "short", quantity: number, mark: number | null, more: object = {}) =>
  record({
    ...{ side, quantity, mark_price: mark, open_price: mark },
    ...more,
  }) as unknown as Leg;
const long = (quantity: number, mark: number | null, more: object = {}) =>
  leg("long", quantity, mark, more);
const short = (quantity: number, mark: number | null, more: object = {}) =>
  leg("short", quantity, mark, more);
const open = (...legs: Leg[]) => ({ status: "open" as const, legs });

/** Figures as numbers; null if unknown. */
const numbers = (figures: object) =>
  Object.fromEntries(
    Object.entries(figures).map(([name, value]) => [name, value === null ? null : Number(value)]),
  );
const balance = (...legs: Leg[]) => numbers(balanceOf(open(...legs)));

describe("a mark price of 0", () => {
  it("values nothing, so that what is unhedged and the basis are unknown", () => {
    for (const mark of [0, -1]) {
      expect(balance(long(10, mark))).toMatchObject({ netQuantity: 10, unhedged: null });
      expect(balance(long(1, 100), short(2, mark), short(1, 100)).unhedged).toBeNull();
      expect(shortAtLongMark(open(long(1, mark), short(1, 100)))).toBeNull();
      expect(hedgeOf(open(long(1, 100), short(1, mark))).currentBasis).toBeNull();
    }
    expect(balance(long(10, 0), short(10, 0)).unhedged).toBe(0);
  });
});

describe("the balance of a position", () => {
  it("sets its longs against its shorts, in percent of the larger side, at the mark of that side", () => {
    expect(balance(long(3, 100), long(1, 120), short(5, 110))).toEqual({
      ...{ longQuantity: 4, shortQuantity: 5, netQuantity: -1, imbalance: 20, unhedged: -110 },
    });
    // the longs' mean mark: (3 × 100 + 1 × 120) ÷ 4 = 105
    expect(balance(long(3, 100), long(1, 120), short(2, 110))).toMatchObject({
      ...{ netQuantity: 2, imbalance: 50, unhedged: 210 },
    });
  });

  it("is even where both sides hold the same, whatever their marks", () => {
    expect(balance(long(2, null), short(2, 110))).toMatchObject({ imbalance: 0, unhedged: 0 });
  });

  it("is not known in USD without a mark of the larger side, and known without one of the other", () => {
    expect(balance(long(2, 100), short(3, null))).toMatchObject({ unhedged: null });
    expect(balance(long(2, null), short(3, 110))).toMatchObject({ unhedged: -110 });
    expect(balance(long(2, 100), long(2, null), short(3, 110))).toMatchObject({ unhedged: null });
  });

  it("is of one side where the other holds nothing, and unknown where nothing is held", () => {
    expect(balance(short(3, 110), long(0, 100))).toMatchObject({ imbalance: 100, unhedged: -330 });
    expect(balance(long(0, 100))).toEqual({
      ...{ longQuantity: 0, shortQuantity: 0, netQuantity: 0, imbalance: null, unhedged: 0 },
    });
  });

  it("is unknown with a negative quantity", () => {
    const unknown = { longQuantity: null, shortQuantity: null, netQuantity: null };
    expect(balance(long(-1, 100), short(1, 100))).toMatchObject({ ...unknown, unhedged: null });
  });

  it("is multiplied first and divided last, once", () => {
    expect(balance(long(2, 100), long(1, 101)).unhedged).toBe(301); // 3 × 100.33…
    expect(balanceOf(open(long(0.5, 1.00000001))).unhedged?.toFixed()).toBe("0.500000005");
  });
});

describe("the notionals of a position", () => {
  const exposure = (...legs: Leg[]) => numbers(exposureOf(open(...legs)));

  it("add up, and are set against each other", () => {
    expect(exposure(long(2, 100), short(3, 110), short(1, 50))).toEqual({
      ...{ grossNotional: 580, netNotional: -180 },
    });
  });

  it("are unknown without a leg, and where that of a leg is", () => {
    const unknown = { grossNotional: null, netNotional: null };
    expect(exposure()).toEqual(unknown);
    expect(exposure(long(2, 100), short(3, null))).toEqual(unknown);
    expect(exposure(long(2, 100), short(0, null))).toMatchObject({ grossNotional: 200 });
  });
});

describe("the basis of a position", () => {
  it("is how much more the shorts cost than the longs, weighted by quantity", () => {
    const at = (leg: Leg) => leg.mark_price;
    expect(basisOf([long(3, 100), long(1, 120), short(5, 126)], at)?.toNumber()).toBe(20);
    expect(basisOf([long(3, 100), short(5, 99)], at)?.toNumber()).toBe(-1);
    expect(basisOf([long(0, 100), short(0, 99)], at)?.toNumber()).toBe(-1);
  });

  it("is unknown without a side, a price or a quantity to weigh by, or with a negative one", () => {
    const at = (leg: Leg) => leg.mark_price;
    for (const legs of [
      [long(1, 100)],
      [short(1, 100)],
      [long(1, null), short(1, 100)],
      [long(1, 100), long(1, null), short(1, 100)],
      [long(0, 100), long(0, 120), short(1, 100)],
      [long(1, 100), short(-1, 100)],
    ]) {
      expect(basisOf(legs, at)).toBeNull();
    }
  });

  it("is of now only over what is held, and of the entry over every leg", () => {
    const legs = [
      long(1, 100, { open_price: 200 }),
      short(1, 101, { open_price: 202 }),
      short(0, 300, { open_price: 900 }),
    ];
    expect(numbers(hedgeOf(open(...legs)))).toMatchObject({ currentBasis: 1, entryBasis: 1 });
    const gone = [long(1, 100, { open_price: 200 }), short(0, 101, { open_price: 202 })];
    expect(numbers(hedgeOf(open(...gone)))).toMatchObject({ currentBasis: null, entryBasis: 1 });
  });
});

describe("what is short at the mark of the longs", () => {
  const amount = (...legs: Leg[]) => shortAtLongMark(open(...legs))?.toNumber();

  it("is the quantity of the shorts times that mark, and 0 without shorts", () => {
    expect(amount(long(3, 100), long(1, 120), short(2, 110), short(1, 90))).toBe(315);
    expect(amount(long(3, null))).toBe(0);
  });

  it("is unknown without longs or their mark, or with a negative quantity", () => {
    expect(amount(short(2, 110))).toBeUndefined();
    expect(amount(long(3, null), short(2, 110))).toBeUndefined();
    expect(amount(long(3, 100), short(-2, 110))).toBeUndefined();
  });
});

describe("contracts of a thousand", () => {
  /** The factor of a leg with this price beside one of the price 1. */
  const factor = (price: number) =>
    multiplesOf([long(1000, 1), short(1, price)])[0]?.factor.toNumber();

  it("are found by a price of 0.8 to 1.25 times a power of ten, from 100 on", () => {
    expect([factor(80), factor(79.9), factor(125), factor(125.1)]).toEqual([
      ...[100, undefined, 100, undefined],
    ]);
    expect([factor(800), factor(1000), factor(1_250_000)]).toEqual([1000, 1000, 1_000_000]);
    expect([factor(10), factor(12), factor(8)]).toEqual([undefined, undefined, undefined]);
  });

  it("are named with the leg that they are multiples of", () => {
    const [base, thousand] = [short(2000, 0.01), long(2, 10)];
    const [found, ...others] = multiplesOf([thousand, base, long(5, 0.0101)]);
    expect(found).toMatchObject({ of: thousand, base });
    expect([found?.factor.toNumber(), others]).toEqual([1000, []]);
  });

  it("count as what they stand for where legs are compared", () => {
    expect(balance(long(3, 1000), short(2000, 1))).toMatchObject({
      ...{ longQuantity: 3000, netQuantity: 1000, unhedged: 1000 },
    });
    const at = (leg: Leg) => leg.mark_price;
    expect(basisOf([long(3, 1000), short(2000, 1.02)], at)?.toNumber()).toBe(2);
    const mixed = [long(1, 1000), long(1000, 1.1), short(2000, 1.26)];
    expect(basisOf(mixed, at)?.toNumber()).toBe(20); // of a mean of 1.05
  });

  it("are found by the marks where no open price is known, and not by a price of 0", () => {
    const unopened = { open_price: null };
    const thousand = long(1, 1000, unopened);
    expect(multiplesOf([thousand, short(1000, 1)])[0]).toMatchObject({ of: thousand });
    const unmarked = long(1, null, { open_price: 1000 });
    expect(multiplesOf([unmarked, short(1000, 1)])[0]).toMatchObject({ of: unmarked });
    expect(multiplesOf([long(1, null), short(1000, 1)])).toEqual([]);
    expect(multiplesOf([long(1, 0), short(1, 1000), short(1000, 1)])).toHaveLength(1);
    expect(multiplesOf([long(1, 0)])).toEqual([]);
  });

  it("are not made or lost by a mark that is far off", () => {
    const [pepe, off] = [long(1000, 1, { open_price: 1 }), short(1000, 100, { open_price: 1 })];
    expect(multiplesOf([pepe, off])).toEqual([]);
    const held = short(1, 20, { open_price: 1000 });
    expect(multiplesOf([pepe, held])[0]?.factor.toNumber()).toBe(1000);
  });

  it("are what the symbol says where the open prices agree within a factor of 3", () => {
    const factorOf = (symbol: string, price: number, own = "PEPEUSDT") => {
      const legs = [long(1, 1, { symbol: own }), short(1, price, { symbol })];
      return multiplesOf(legs).map(({ factor, from }) => `${factor.toFixed()} ${from}`)[0];
    };
    expect(["1000PEPEUSDT", "kPEPE", "PF_1000PEPEUSD"].map((it) => factorOf(it, 2900))).toEqual([
      ...["1000 symbol", "1000 symbol", "1000 symbol"],
    ]);
    expect(factorOf("1000PEPEUSDT", 3001)).toBeUndefined();
    expect(factorOf("1000PEPEUSDT", 10_100)).toBe("10000 prices");
    expect(factorOf("10000SATSUSDT", 5000)).toBe("10000 symbol");
    expect(factorOf("1MBABYDOGEUSDT", 400_000)).toBe("1000000 symbol");
    expect(factorOf("1000000MOGUSDT", 2_000_000)).toBe("1000000 symbol");
    expect(factorOf("KAVAUSDT", 1500)).toBeUndefined();
    expect(factorOf("1000PEPEUSDT", 1.5, "1000PEPE-PERP")).toBeUndefined();
    expect(factorOf("1000000MOGUSDT", 2000, "1000MOG")).toBe("1000 symbol");
  });

  it("leave the digits of a small price", () => {
    const legs = [
      ...[long(1e12, 3.12345678901e-13), short(1e9, 3.12345678901e-10, { symbol: "1000X" })],
    ];
    const { unhedged, longQuantity } = hedgeOf(open(...legs, short(1, 3.12345678901e-10)));
    expect(longQuantity?.toNumber()).toBe(1e12);
    expect(unhedged?.toNumber()).toBeCloseTo(-3.12345678901e-10, 22);
  });
});
