import { describe, expect, it } from "vitest";
import { apartOf, weeksOf } from "../../../src/analytics/market/weeks.js";

const HOUR = 3_600_000;
const weeks = (hours: number, count: number) =>
  weeksOf({ period: hours * HOUR, count }).map(({ from, to }) => [from, to]);

describe("the windows of 7 days in 30", () => {
  it("are 24, a day apart, the newest first", () => {
    expect(weeks(24, 30)).toHaveLength(24);
    expect([weeks(24, 30)[0], weeks(24, 30)[1], weeks(24, 30).at(-1)]).toEqual([
      ...[
        [23, 30],
        [22, 29],
        [0, 7],
      ],
    ]);
    expect([weeks(8, 90)[1], weeks(8, 90).length]).toEqual([[66, 87], 24]);
  });

  it("have whole periods, and each shift once", () => {
    // 7 days are 3.5 periods of 48 hours; a shift of 1 day is none of them
    expect(weeks(48, 15)).toHaveLength(12);
    expect(weeks(48, 15).slice(0, 2)).toEqual([
      [11, 15],
      [10, 14],
    ]);
  });

  it("lie within the 30 days", () => {
    expect(weeks(24, 8)).toEqual([
      [1, 8],
      [0, 7],
    ]);
    expect(weeks(24, 6)).toEqual([]);
  });
});

describe("the number of windows that do not overlap", () => {
  it("counts those that touch, and no other", () => {
    const of = (...shifts: readonly number[]) =>
      apartOf(shifts.map((shift) => ({ from: 23 - shift, to: 30 - shift })));
    expect([of(), of(0), of(0, 6), of(0, 7), of(0, 6, 7, 13, 14)]).toEqual([0, 1, 1, 2, 3]);
  });
});
