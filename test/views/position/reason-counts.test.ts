import { Big } from "big.js";
import { expect, it } from "vitest";
import type { PortfolioStatus } from "../../../src/analytics/portfolio/status.js";
import { reasonCounts } from "../../../src/views/position/reason-counts.js";
import { sound } from "../../analytics/position/judged.js";

/** Returns the text of the counts for what positions paid, USD, in hours of the 24. */
function counted(...paid: readonly (readonly [usd: number, hours: number])[]) {
  const attention = paid.map(([usd, hours]) => ({
    position: sound(),
    reasons: [
      {
        code: "paying",
        since: undefined,
        funding: { value: new Big(usd), unit: "usd", coveredHours: hours, wantedHours: 24 },
      },
    ],
  }));
  const status = { attention, notJudged: [] } as unknown as PortfolioStatus;
  return reasonCounts(status, { unicode: true }).map(({ text }) => text);
}

it("The funding of less than a day is in no sum of a day", () => {
  expect(counted([-100, 24], [-20, 24])).toEqual(["2 cost funding 120/day"]);
  expect(counted([-100, 24], [-10, 2])).toEqual(["2 cost funding ≥100/day"]);
  expect(counted([-10, 2])).toEqual(["1 costs funding"]);
});
