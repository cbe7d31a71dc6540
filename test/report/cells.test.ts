import { Big } from "big.js";
import { expect, it } from "vitest";
import { IN_USD } from "../../src/report/amounts.js";
import { measure, totalFigure } from "../../src/report/cells.js";

it("A bound has its sign in a report too, where it would look exact without", () => {
  const worst = { value: new Big("-12.5"), unit: "usd_per_day", bound: "at_most" } as const;
  expect(JSON.stringify(measure(worst, IN_USD))).toContain("≤-12.50");
  const gross = { label: "gross", kind: "usd", value: "900", bound: "at_least" } as const;
  expect(JSON.stringify(totalFigure(gross, IN_USD))).toContain("≥900.00");
  expect(JSON.stringify(measure({ ...worst, value: null }, IN_USD))).not.toContain("≤");
});
