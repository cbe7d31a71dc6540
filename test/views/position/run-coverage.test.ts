import { describe, expect, it } from "vitest";
import { coverageText } from "../../../src/views/position/run-coverage.js";

describe("the covered hours of a figure", () => {
  it("have one decimal at most", () => {
    const part = { unit: "usd", coveredHours: 1400 / 3, wantedHours: 475 } as const;
    expect(coverageText({ ...part, value: null, counted: 96, of: 100 })).toBe("466.7h of 475h");
  });
});
