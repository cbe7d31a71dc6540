import { Big } from "big.js";
import { expect, it } from "vitest";
import { reasonText } from "../../../src/views/position/reasons.js";

it("A book of known funding and unknown notional says which of the two is unknown", () => {
  const textOf = (value: Big | null) => {
    const run = { value, unit: "usd_per_day", counted: 2, of: 2 } as const;
    return reasonText({ code: "funding_unknown", legs: [], run, window: "7d", known: null });
  };
  expect(textOf(new Big(3))).toBe(
    "whole book: share of the notional unknown, funding (7d) of 2 of 2 positions known",
  );
  expect(textOf(null)).toContain("funding unknown (7d)");
});
