import { Big } from "big.js";
import { describe, expect, it } from "vitest";
import { coverageText, coveredNote } from "../../../src/views/position/run-coverage.js";

describe("the covered hours of a figure", () => {
  it("have one decimal at most", () => {
    const part = { unit: "usd", coveredHours: 1400 / 3, wantedHours: 475 } as const;
    expect(coverageText({ ...part, value: null, counted: 96, of: 100 })).toBe("466.7h of 475h");
    expect(coveredNote({ ...part, value: new Big(1) })).toBe("(466.7h)");
  });
});
