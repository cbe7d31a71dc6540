import { Big } from "big.js";
import { describe, expect, it } from "vitest";
import type { Run } from "../../../src/analytics/funding/run.js";
import {
  breakEvenAt,
  breakEvenOf,
  coveredSoFar,
} from "../../../src/analytics/position/break-even.js";

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

describe("the share of the costs that funding has paid", () => {
  it("is a percentage, and unknown where an amount is, or where nothing was to be paid", () => {
    const covered = (funding: string | null, cost: string | null) =>
      coveredSoFar(amount(funding), amount(cost))?.toFixed();
    expect(covered("5", "20")).toBe("25");
    expect(covered("-5", "20")).toBe("-25");
    expect([covered("5", "0"), covered("5", "-1")]).toEqual([undefined, undefined]);
    expect([covered(null, "20"), covered("5", null)]).toEqual([undefined, undefined]);
  });
});

describe("the break-even at another pace", () => {
  const at = (net: number, pace: number, bound?: "at_most") => {
    const found = breakEvenAt(new Big(net), { value: new Big(pace), bound });
    return found && [found.days?.toNumber() ?? null, found.bound];
  };

  it("is the days in which a loss is earned, or never", () => {
    expect(at(-18.2, 3.5)).toEqual([5.2, undefined]);
    expect(at(-18.2, -3.5)).toEqual([null, undefined]);
    expect(at(-18.2, 0.001)).toEqual([null, undefined]); // displayed as 0.00
  });

  it("takes at least as long at a pace that is at most that, or never", () => {
    expect(at(-18.2, 3.5, "at_most")).toEqual([5.2, "at_least"]);
    expect(at(-18.2, -3.5, "at_most")).toEqual([null, undefined]);
  });

  it("is when a gain is lost, which may be sooner, and not known at a pace that may be a loss", () => {
    expect(at(18.2, -3.5)).toEqual([5.2, undefined]);
    expect(at(18.2, -3.5, "at_most")).toEqual([5.2, "at_most"]);
    expect(at(18.2, 3.5)).toEqual([null, undefined]);
    expect(at(18.2, 3.5, "at_most")).toBeUndefined();
  });

  it("is unknown without a net PnL or a pace", () => {
    expect(breakEvenAt(null, { value: new Big(1) })).toBeUndefined();
    expect(breakEvenAt(new Big(1), { value: null })).toBeUndefined();
  });
});
