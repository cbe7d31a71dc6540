import { Big } from "big.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { plainDigits, plainNumber } from "../../src/base/decimal-text.js";

describe("a number in plain digits", () => {
  it.each([
    [1e-7, "0.0000001"],
    [-1.5e-10, "-0.00000000015"],
    [1e21, "1000000000000000000000"],
    [1.25e22, "12500000000000000000000"],
    [-0, "0"],
    [12.5, "12.5"],
  ])("%d is %s", (value, text) => {
    expect(plainNumber(value)).toBe(text);
  });

  it.each([
    ["1.10e2", "110"],
    ["1.100e2", "110.0"],
    ["12e-3", "0.012"],
    ["0.5E+1", "5"],
    ["1.10", "1.10"],
    ["1e999999999", "1e999999999"],
  ])("%s is %s, with each digit that it had", (text, plain) => {
    expect(plainDigits(text)).toBe(plain);
  });

  it("is the same number", () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        expect(new Big(plainNumber(value)).eq(new Big(value))).toBe(true);
        expect(plainNumber(value)).toBe(value === 0 ? "0" : new Big(value).toFixed());
      }),
    );
  });
});
