import { Big } from "big.js";
import { describe, expect, it } from "vitest";
import { stateOf } from "../../../src/analytics/funding/outlook-state.js";

type Paid = string | null;

/** The state of a position that is paid so much a day over 24 hours, 3, 7 and 30 days. */
function state(day: Paid, three: Paid, week: Paid, month: Paid) {
  const run = (usd: Paid) => ({
    perDay: { value: usd === null ? null : new Big(usd), unit: "usd_per_day" as const },
  });
  const found = stateOf({ "24h": run(day), "3d": run(three), "7d": run(week), "30d": run(month) });
  return typeof found === "string" ? found : `${found.missing} missing`;
}

describe("the state of a position", () => {
  it("is recovering if it is paid again for a day and for 3 days, whatever the month was", () => {
    expect(state("1", "1", "-1", "1")).toBe("recovering");
    expect(state("1", "1", "0", null)).toBe("recovering");
    expect(state("0", "1", "-1", "1")).toBe("turned");
    expect(state("1", "0", "-1", "1")).toBe("turned");
  });

  it("is turned if the month paid and the week did not, else costing", () => {
    expect(state("-1", "-1", "-1", "1")).toBe("turned");
    expect(state("-1", "-1", "0", "1")).toBe("turned");
    expect(state("-1", "-1", "-1", "0")).toBe("costing");
    expect(state("-1", "-1", "-1", "-1")).toBe("costing");
  });

  it("is slipping if the week pays and the last day did not", () => {
    expect(state("0", "1", "1", "1")).toBe("slipping");
    expect(state("-1", "1", "1", null)).toBe("slipping");
  });

  it("is improving if the month did not pay, fading under a third of it, else steady", () => {
    expect(state("1", "1", "1", "0")).toBe("improving");
    expect(state("1", "1", "1", "-1")).toBe("improving");
    expect(state("1", "1", "1", "3.01")).toBe("fading");
    expect(state("1", "1", "1", "3")).toBe("steady");
    expect(state("1", "-1", "1", "1")).toBe("steady");
  });

  it("takes an amount that reads 0.00 for 0", () => {
    expect(state("0.0049", "1", "1", "1")).toBe("slipping");
    expect(state("1", "0.0049", "-1", "1")).toBe("turned");
    expect(state("1", "1", "0.0049", "1")).toBe("recovering");
    expect(state("1", "1", "1", "0.0049")).toBe("improving");
    expect(state("0.005", "1", "1", "1")).toBe("steady");
  });

  it("is unknown without one of the shorter runs, or without the month that it depends on", () => {
    const lacking = [
      state(null, "1", "1", "1"),
      state("1", null, "1", "1"),
      state("1", "1", null, "1"),
    ];
    expect(lacking).toEqual(["run missing", "run missing", "run missing"]);
    expect([state("-1", "1", "-1", null), state("1", "1", "1", null)]).toEqual([
      ...["month missing", "month missing"],
    ]);
  });
});
