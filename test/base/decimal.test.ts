import { describe, expect, it } from "vitest";
import { decimal, percentOf, sumOf } from "../../src/base/decimal.js";
import { summariseFunding } from "../../src/figures/engine/market/summary.js";

describe("a decimal of the service", () => {
  it.each([
    [0.1, "0.1"],
    [1e-7, "0.0000001"],
    ["+0.0001", "0.0001"],
    ["-.5", "-0.5"],
    ["1E-3", "0.001"],
  ])("reads %j as it was written", (value, digits) => {
    expect(decimal(value)?.toFixed()).toBe(digits);
  });

  it.each([null, "", "1.2.3", "0x10", "1e999999999", "9".repeat(500)])(
    "counts %j as missing",
    (value) => {
      expect(decimal(value)).toBeNull();
    },
  );

  it("adds up without an error, unless one is missing", () => {
    expect(sumOf([decimal(0.1), decimal(0.2)])?.toFixed()).toBe("0.3");
    expect(sumOf([decimal(0.1), null])).toBeNull();
    expect(percentOf(decimal(1), decimal(3))?.toFixed()).toBe("33.3333333333333");
    expect(percentOf(decimal(1), decimal(0))).toBeNull();
  });
});

describe("settled funding", () => {
  it("is summed up of rates with a sign, and without those that no decimal can hold", () => {
    const rates = ["+0.0002", "-0.0001", "1e999999999", null];
    const events = rates.map((rate, hour) => ({ time: hour * 3_600_000, rate }));
    const found = summariseFunding(events);
    expect(found).toMatchObject({ events: 4, rated: 2 });
    expect(found.sum?.toFixed()).toBe("0.0001");
  });
});
