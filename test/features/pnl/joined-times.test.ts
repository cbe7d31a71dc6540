import { describe, expect, it } from "vitest";
import type { ArchiveStore } from "../../../src/archive/directory.js";
import { joinRecorded, type Recorded } from "../../../src/portfolio/recorded/joined.js";

const HOUR = 3_600_000;
const at = (...hours: readonly number[]) => hours.map((hour) => hour * HOUR);

/** Returns what is recorded of a portfolio, whose snapshots list a position named after their hour. */
function recorded(times: readonly number[]): Recorded {
  const momentOf = (time: number) => {
    return { at: time, ids: new Set([`${time / HOUR}`]), standings: [] };
  };
  return {
    ...{ store: {} as ArchiveStore, failure: undefined, lost: [], times },
    async *moments(from, to) {
      for (const time of times) if (time >= from && time <= to) yield momentOf(time);
    },
  };
}

/** Returns the joined times, hours, each with the hours of the snapshots that it has. */
async function timesOf(...all: readonly (readonly number[])[]) {
  const joined = joinRecorded(all.map(recorded));
  const found = [];
  for await (const { at: time, ids } of joined.moments(0, 1e12)) {
    found.push([time / HOUR, [...ids].map(Number)]);
  }
  expect(found.map(([time]) => time)).toEqual(joined.times.map((time) => time / HOUR));
  return found;
}

describe("the snapshots of several portfolios", () => {
  it("are those of the one with the fewest, with the nearest of each other one", async () => {
    expect(await timesOf(at(1, 2, 3, 10), at(2.5, 9))).toEqual([
      [2.5, [2, 2.5]],
      [10, [10, 9]],
    ]);
  });

  it("are none where one has no snapshot within two hours", async () => {
    expect(await timesOf(at(1, 5), at(1, 8))).toEqual([[1, [1]]]);
    expect(await timesOf(at(1), at(3.5))).toEqual([]);
    expect(await timesOf(at(1), at(3))).toEqual([[3, [1, 3]]]);
  });

  it("are each later than the one before", async () => {
    expect(await timesOf(at(1, 2), at(3, 3.5, 9))).toEqual([[3, [1, 3]]]);
  });
});
