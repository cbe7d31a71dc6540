import { describe, expect, it } from "vitest";
import { sparkline } from "../../../src/output/chart/plot.js";

describe("a sparkline", () => {
  const unicode = { unicode: true };

  it("has a bar for each value, the least lowest, and a space for an unknown one", () => {
    expect(sparkline([-5, 0, null, 9], unicode)).toBe("▁▄ █");
  });

  it("is level where all values are equal, and empty where there is nothing to compare", () => {
    expect(sparkline([2, 2], unicode)).toBe("▄▄");
    expect(sparkline([2, null], unicode)).toBe("");
    expect(sparkline([1, 2], { unicode: false })).toBe("");
  });
});
