import { describe, expect, it } from "vitest";
import { takeRound } from "../../../src/alerts/book.js";
import { EMPTY_STATE } from "../../../src/alerts/state.js";
import { verdictsOf } from "../../../src/analytics/position/verdicts.js";
import { criteria, longLeg, runs, shortLeg, sound } from "../../analytics/position/judged.js";

/* A long with leverage 10 opened at 100: bankrupt at 90, half left at 95. */
const at = (mark: number) =>
  sound({ legs: [longLeg({ leverage: 10, mark_price: mark }), shortLeg({ mark_price: mark })] });

describe("a margin that was thin", () => {
  const findings = (mark: number) =>
    verdictsOf(at(mark), runs(0), criteria())
      .filter(({ code }) => code === "margin_thin")
      .map(({ code, verdict }) => ({
        ...{ rule: code, positionId: "p", asset: "A", verdict, summary: "" },
      }));
  const take = (state: typeof EMPTY_STATE, minute: number, mark: number) =>
    takeRound(state, { at: minute * 60_000, findings: findings(mark), forMsOf: () => 0 });

  it("is unknown past its bankruptcy price, which resolves no alert", () => {
    const near = take(EMPTY_STATE, 0, 92);
    expect(near.events.map(({ event }) => event)).toEqual(["alert"]);
    const past = take(near.state, 1, 89);
    expect(findings(89).map(({ verdict }) => verdict)).toEqual(["unknown"]);
    expect([past.events, past.state.problems]).toMatchObject([[], [{ is_open: true }]]);
    expect(take(past.state, 2, 99).events.map(({ event }) => event)).toEqual(["resolved"]);
  });
});
