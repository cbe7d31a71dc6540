import { describe, expect, it } from "vitest";
import { inSentence } from "../../../src/output/text/format.js";

describe("a large amount on a screen", () => {
  it.each([
    ["-33512.4", "-33.5k"],
    ["99960", "100k"],
    ["999600", "1M"],
    ["1091000", "1.09M"],
    ["1e13", "10000B"],
  ])("is three digits and a unit: %s as %s", (amount, text) => {
    expect(inSentence("size", amount)).toBe(text);
  });

  it("has a plus sign only where it is asked for", () => {
    expect(inSentence("size", "45740", true)).toBe("+45.7k");
  });
});
