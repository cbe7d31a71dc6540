import { expect, it } from "vitest";
import { needsOf } from "../../src/alerts/rules/figure-needs.js";

it.each([
  ["legs[?distance_sd < `2`]", true, true],
  ["legs[?thin]", true, true],
  ["margin_thin", false, true],
  ["paying", false, true],
  ["net_pnl < `0`", true, false],
  ["asset == 'BTC'", false, false],
])("The figures of %s are asked for", (expression, performance, funding) => {
  const needs = needsOf([["--alert", expression]]);
  expect(needs.funding).toBe(funding);
  if (performance) expect(needs.performance).toBe(true);
});
