import { Big } from "big.js";
import fc from "fast-check";
import { expect, test } from "vitest";
import { decimalOf, ratioOf, unitsOf, wholeOf } from "../../src/base/whole.js";

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
