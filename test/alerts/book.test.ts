import { describe, expect, test } from "vitest";
import { takeRound } from "../../src/alerts/book.js";
import { type Finding, NO_DAMPERS } from "../../src/alerts/finding.js";
import { EMPTY_STATE } from "../../src/alerts/state.js";

const finding = (verdict: Finding["verdict"]): Finding => ({
  rule: "losing",
  positionId: "p1",
  asset: "BTC",
  verdict,
  summary: "losing",
});
const round = (at: number, verdict: Finding["verdict"]) => ({
  at,
  findings: [finding(verdict)],
  dampersOf: () => NO_DAMPERS,
});

describe("the book of alerts", () => {
  test("tells a problem once, and its end once", () => {
    const verdicts = ["failed", "failed", "unknown", "passed", "passed"] as const;
    const state = verdicts.reduce(
      (before, verdict, at) => takeRound(before, round(at, verdict)),
      EMPTY_STATE,
    );
    expect(state.waiting.map(({ event, at, since }) => [event, at, since])).toEqual([
      ["alert", 0, 0],
      ["resolved", 3, 0],
    ]);
  });
});
