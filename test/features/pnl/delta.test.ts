import { describe, expect, it } from "vitest";
import {
  momentOf,
  type SnapshotPosition,
} from "../../../src/analytics/position/snapshot-position.js";
import type { PnlDivision } from "../../../src/features/pnl/groupings.js";
import { BEGIN, DAY, standing } from "../../analytics/portfolio/past-portfolio.js";
import { pnlOf } from "./pnl-of.js";

/** A position with these quantities and marks of its long and short leg, and price PnL so far. */
function held(
  [long, short]: readonly [number, number],
  [markLong, markShort]: readonly [number | null, number | null],
  [realized, unrealized]: readonly [number, number],
  more: Partial<SnapshotPosition> = {},
): SnapshotPosition {
  const made = standing(
    "1",
    BEGIN - DAY,
    ["0", `${realized}`, `${unrealized}`, "0", "0", `${realized + unrealized}`],
    more,
  );
  const legs = made.legs.map((leg) =>
    leg.side === "long"
      ? { ...leg, quantity: long, mark_price: markLong }
      : { ...leg, quantity: short, mark_price: markShort },
  );
  return { ...made, legs };
}

async function split(by: PnlDivision, ...days: readonly SnapshotPosition[]) {
  const moments = days.map((it, n) => momentOf(BEGIN + n * DAY, [it]));
  const { rows, totals } = pnlOf(by, moments);
  const read = ({ delta, basis }: typeof totals) =>
    [delta, basis].map(({ value }) => value && Number(value));
  return { rows: rows.map(({ figures }) => read(figures)), totals: read(totals) };
}

describe("a change of price PnL", () => {
  it("is what is unhedged at the beginning times its change, and the rest is basis", async () => {
    const found = await split(
      "day",
      held([3, 2], [500, 500], [0, 0]),
      held([3, 2], [520, 522], [0, 16]),
      held([2, 2], [510, 510], [30, -10]),
    );
    expect(found.rows).toEqual([
      [20, -4], // 1 × 20 of 16
      [-10, 14], // 1 × -10 of 4: the resize is in the basis
    ]);
    expect(found.totals).toEqual([10, 10]);
  });

  it("is by the larger side, also where that is the short one", async () => {
    const days = [held([2, 3], [500, 400], [0, 0]), held([2, 3], [500, 430], [0, -90])] as const;
    expect(await split("position", ...days)).toEqual({ rows: [[-30, -60]], totals: [-30, -60] });
  });

  it("has no delta where both sides hold the same, whatever the marks", async () => {
    const days = [held([2, 2], [null, 500], [0, 0]), held([2, 2], [null, 510], [0, 7])] as const;
    expect((await split("asset", ...days)).totals).toEqual([0, 7]);
  });

  it("has the last marks before a position was closed", async () => {
    const found = await split(
      "asset",
      held([3, 2], [500, 500], [0, 0]),
      held([3, 2], [530, 530], [0, 30]),
      held([0, 0], [900, 900], [40, 0], { status: "closed", closedAt: BEGIN + 2 * DAY }),
    );
    expect(found.totals).toEqual([30, 10]);
  });

  it("is unknown in row and total where a mark of the larger side is missing", async () => {
    const found = await split(
      "day",
      held([3, 2], [500, 500], [0, 0]),
      held([3, 2], [null, 500], [0, 1]),
      held([3, 2], [null, 500], [0, 2]),
    );
    expect(found).toEqual({
      rows: [
        [null, null],
        [null, null],
      ],
      totals: [null, null],
    });
  });
});
