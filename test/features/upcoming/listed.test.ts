import { describe, expect, it } from "vitest";
import { listedSettlement } from "../../../src/analytics/market/listed.js";

const AS_OF = Date.parse("2026-06-01T12:00:00Z");
const NEXT = "2026-06-01T16:00:00Z";
const listed = (record: unknown) => {
  const found = listedSettlement(record, AS_OF);
  return found && [found.next, found.rate, found.asOf];
};

describe("the next settlement that a public listing names", () => {
  it("has a time, a rate or both, and the time of the listing", () => {
    const time = Date.parse(NEXT);
    expect(listed({ next_funding_time: NEXT })).toEqual([time, undefined, AS_OF]);
    expect(listed({ predictedRate: 0.0001 })).toEqual([undefined, "0.0001", AS_OF]);
    expect(listed({ nextFundingAt: NEXT, next_funding_rate: "-1e-7" })).toEqual([
      ...[time, "-0.0000001", AS_OF],
    ]);
  });

  it("has the first spelling of several", () => {
    const both = { predictedRate: "2", nextFundingRate: "1", next_funding_time: NEXT };
    expect(listed({ ...both, nextFundingAt: "2027-01-01T00:00:00Z" })?.slice(0, 2)).toEqual([
      ...[Date.parse(NEXT), "1"],
    ]);
  });

  it("is nothing where it names neither a time nor a rate that can be read", () => {
    expect(listed({ id: 1, next_funding_time: "soon", predicted_rate: "high" })).toBeUndefined();
    expect(listed({ next_funding_time: 1_780_000_000_000 })).toBeUndefined();
    for (const other of [null, "text", 7, undefined, {}]) expect(listed(other)).toBeUndefined();
  });
});
