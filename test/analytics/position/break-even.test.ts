import { Big } from "big.js";
import { describe, expect, it } from "vitest";
import type { Run } from "../../../src/analytics/funding/run.js";
import { breakEvenOf } from "../../../src/analytics/position/break-even.js";

const amount = (text: string | null) => (text === null ? null : new Big(text));

function run(perDay: string | null): Run {
  return {
    perDay: { value: amount(perDay), unit: "usd_per_day" },
    settled: { value: null, unit: "usd" },
    ...{ conflicting: [], fewest: 3 },
  };
}

/** The break-even of a net PnL at a run a day over 7 days, and over 24 hours. */
function breakEven(net: string | null, week: string | null, day: string | null = null) {
  const found = breakEvenOf(amount(net), { "7d": run(week), "24h": run(day) });
  const rate = "rate" in found ? found.rate : undefined;
  return {
    kind: found.kind,
    ...("days" in found && { days: found.days.toFixed() }),
    ...(rate && { perDay: rate.perDay.toFixed(), window: rate.window }),
  };
}

describe("the break-even of a position", () => {
  it("is its loss divided by the funding of a day, as long as that is paid to it", () => {
    const at = { perDay: "4", window: "7d" };
    expect(breakEven("-10", "4")).toEqual({ kind: "in", days: "2.5", ...at });
    expect(breakEven("-10", "-4")).toEqual({ kind: "never", ...at, perDay: "-4" });
    expect(breakEven("-10", "0")).toEqual({ kind: "never", ...at, perDay: "0" });
  });

  it("is past where the net PnL is not below zero, and comes back where funding is paid", () => {
    expect(breakEven("10", "4")).toEqual({ kind: "past", perDay: "4", window: "7d" });
    expect(breakEven("0", "0")).toEqual({ kind: "past", perDay: "0", window: "7d" });
    expect(breakEven("10", "-4")).toEqual({
      kind: "back",
      days: "2.5",
      perDay: "-4",
      window: "7d",
    });
    expect(breakEven("10", null)).toEqual({ kind: "past" });
  });

  it("takes what is shown as 0.00 for zero, and half a cent not", () => {
    expect(breakEven("-0.00499", "4").kind).toBe("past");
    expect(breakEven("-0.005", "4").kind).toBe("in");
    expect(breakEven("-10", "0.00499").kind).toBe("never");
    expect(breakEven("-10", "0.005").kind).toBe("in");
    expect(breakEven("10", "-0.00499").kind).toBe("past");
    expect(breakEven("10", "-0.005").kind).toBe("back");
  });

  it("uses the 24 hours only where the week is unknown", () => {
    expect(breakEven("-10", "4", "5")).toMatchObject({ days: "2.5", window: "7d" });
    expect(breakEven("-10", null, "5")).toMatchObject({ days: "2", window: "24h" });
    expect(breakEven("-10", "0", "5")).toMatchObject({ kind: "never", window: "7d" });
  });

  it("is unknown without the net PnL, and of a loss without its funding", () => {
    expect(breakEven(null, "4")).toEqual({ kind: "unknown" });
    expect(breakEven("-10", null)).toEqual({ kind: "unknown" });
    expect(breakEvenOf(new Big(-10), undefined)).toEqual({ kind: "unknown" });
    expect(breakEvenOf(new Big(10), undefined)).toEqual({ kind: "past", rate: undefined });
  });
});
