import { Big } from "big.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  decimalOf,
  minus,
  plus,
  ratioOf,
  unitsOf,
  unitsOfAll,
  wholeOf,
} from "../../src/base/whole.js";

const digits = fc
  .tuple(fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n }), fc.integer({ min: 0, max: 24 }))
  .map(([units, decimals]) => new Big(`${units}e-${decimals}`));

const Exact = Big();
Exact.DP = 120;

test("a decimal is the same after it was a whole number", () => {
  fc.assert(
    fc.property(digits, (value) => {
      const { units, exponent } = wholeOf(value);
      expect(decimalOf(units, exponent).toFixed()).toBe(value.toFixed());
      expect(decimalOf(unitsOf(value.toFixed(), 30), -30).toFixed()).toBe(value.toFixed());
    }),
  );
});

describe("units that are added", () => {
  const sumOf = (digits: readonly string[], scale: number) => {
    const { lists, zero } = unitsOfAll([digits], scale);
    const [units = []] = lists;
    const sum = units.reduce<typeof zero>((sum, it) => plus(sum, it ?? zero), zero);
    return minus(plus(sum, sum), sum);
  };
  const exactSum = (digits: readonly string[], scale: number) =>
    digits.reduce((sum, it) => sum + unitsOf(it, scale), 0n);

  test("have the sum of whole numbers without a limit, whatever their size", () => {
    const size = fc.integer({ min: 0, max: 18 });
    fc.assert(
      fc.property(size, fc.array(fc.tuple(fc.bigInt(), size), { maxLength: 40 }), (most, all) => {
        const digits = all.map(([units, decimals]) =>
          new Big(`${units % 10n ** BigInt(most)}e-${decimals}`).toFixed(),
        );
        expect(BigInt(sumOf(digits, 18))).toBe(exactSum(digits, 18));
      }),
    );
  });

  test("are numbers up to a sum of 2^51, and bigints from there", () => {
    const half = `${2n ** 50n}`;
    expect(sumOf([half, `-${2n ** 50n - 1n}`], 0)).toBe(1);
    expect(sumOf([half, `-${half}`], 0)).toBe(0n);
    expect(sumOf(["0.0000000000000000000001"], 22)).toBe(1);
    expect(sumOf(["0.00000000000000000000001"], 23)).toBe(1n);
  });

  test("keep what is unknown", () => {
    expect(unitsOfAll([["0.5", null]], 1).lists).toEqual([[5, null]]);
    expect(unitsOfAll([["0.5", null]], 30).lists).toEqual([[5n * 10n ** 29n, null]]);
  });
});

test("a ratio of whole numbers is the long division, rounded once to 8 decimals or 15 digits", () => {
  fc.assert(
    fc.property(digits, digits, (dividend, divisor) => {
      fc.pre(!divisor.eq(0));
      const long = new Exact(dividend).div(divisor);
      const digits = long.round(Math.max(8, 14 - long.e), Big.roundHalfEven);
      expect(ratioOf(dividend, divisor).toFixed()).toBe(digits.toFixed());
    }),
    {
      examples: [
        [new Big("0.000000025"), new Big(1)],
        [new Big("-0.000000015"), new Big(1)],
      ],
    },
  );
});
