import { describe, expect, it } from "vitest";
import { joinTimes } from "../../../src/portfolio/recorded/joined.js";

const HOUR = 3_600_000;
const at = (...hours: readonly number[]) => hours.map((hour) => hour * HOUR);
const timesOf = (...all: readonly (readonly number[])[]) =>
  joinTimes(all).map((it) => [it.at / HOUR, ...it.each.map((time) => time / HOUR)]);

describe("the times of several portfolios", () => {
  it("are those of the one with the fewest snapshots, with the nearest of each other one", () => {
    expect(timesOf(at(1, 2, 3, 10), at(2.1, 9))).toEqual([
      [2.1, 2, 2.1],
      [10, 10, 9],
    ]);
  });

  it("are none where one has no snapshot within two hours", () => {
    expect(timesOf(at(1, 5), at(1, 8))).toEqual([[1, 1, 1]]);
    expect(timesOf(at(1), at(3.1))).toEqual([]);
    expect(timesOf(at(1), at(3))).toEqual([[3, 1, 3]]);
  });

  it("are each later than the one before", () => {
    expect(timesOf(at(1, 2), at(3, 3.5, 9))).toEqual([[3, 1, 3]]);
  });
});
