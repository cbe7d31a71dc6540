import { Big } from "big.js";
import { describe, expect, it } from "vitest";
import { compact } from "../../../src/output/text/format.js";

describe("an amount in a heading", () => {
  it.each([
    ["0", "0"],
    ["9.874", "9.87"],
    ["-9.996", "-10"],
    ["463.6", "464"],
    ["999.4", "999"],
    ["999.6", "1k"],
    ["-33512.4", "-33.5k"],
    ["1091000", "1.09M"],
    ["1e13", "10000B"],
  ])("is three digits and a unit: %s as %s", (amount, text) => {
    expect(compact(new Big(amount))).toBe(text);
  });

  it("has a plus sign only where it is asked for", () => {
    expect([compact(new Big(4574), true), compact(new Big(0), true)]).toEqual(["+4.57k", "0"]);
  });
});
