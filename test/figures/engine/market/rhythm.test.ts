import { describe, expect, it } from "vitest";
import {
  intervalChanges,
  missingTimes,
  timeEvents,
} from "../../../../src/figures/engine/market/rhythm.js";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Events at these hours; an interval of each or of all. */
const at = (
  hours: readonly number[],
  interval: number | null | readonly (number | null)[] = null,
) =>
  hours.map((hour, n) => ({
    ...{ time: hour * HOUR, rate: "0", mark: "1" },
    interval: typeof interval === "object" && interval !== null ? interval[n] : interval,
  }));
const spacings = (...typed: Parameters<typeof at>) =>
  timeEvents(at(...typed)).map(({ spacing }) => spacing && spacing / HOUR);
const mislabelled = (...typed: Parameters<typeof at>) =>
  timeEvents(at(...typed)).map((event) => event.mislabelled);

describe("the spacing of an event", () => {
  it("is the gap before it if three in a row are equal, whatever the interval says", () => {
    expect(spacings([0, 4, 8, 12], 8)).toEqual([4, 4, 4, 4]);
    expect(spacings([0, 4, 8, 12], [1, 8, 8, 8])).toEqual([0.5, 4, 4, 4]);
    expect(spacings([0, 4, 8, 12, 13, 14, 15], 4)).toEqual([4, 4, 4, 4, 1, 1, 1]);
  });

  it("is the interval in its unit where fewer are", () => {
    // the three gaps of 8 hours show that the unit is an hour, or a minute
    expect(spacings([0, 8, 16, 24, 28, 30], [8, 8, 8, 8, 4, 2])).toEqual([8, 8, 8, 8, 4, 2]);
    expect(spacings([0, 8, 16, 24, 28], [480, 480, 480, 480, 240])).toEqual([8, 8, 8, 8, 4]);
    expect(spacings([0, 8], 8)).toEqual([8, 8]);
  });

  it("has a unit of an hour at most without three equal gaps, since events may be missing", () => {
    expect(spacings([0, 16], 8)).toEqual([8, 8]);
    expect(spacings([0, 8], 480)).toEqual([8, 8]);
    // gaps of 1, 4 and 9 for an interval of 8: the middle one is half an hour
    expect(spacings([0, 1, 5, 14], 8)).toEqual([4, 4, 4, 4]);
  });

  it("is the median gap without an interval, of two the shorter", () => {
    expect(spacings([0, 1, 4])).toEqual([1, 1, 1]);
    expect(spacings([0, 1, 4, 9])).toEqual([3, 3, 3, 3]);
    expect(spacings([0, 3, 4, 9])).toEqual([3, 3, 3, 3]);
    expect(spacings([0, 8, 20], [8, null, 8])).toEqual([8, 8, 8]);
    expect(spacings([0, 4, 8, 20], 0)).toEqual([4, 4, 4, 4]);
  });

  it("is the median gap where the interval says more than 30 days", () => {
    expect(spacings([0, 8, 16, 24, 28], [8, 8, 8, 8, 999_999_999])).toEqual([8, 8, 8, 8, 8]);
    const steady = [8, 8, 999_999_999, 8];
    expect(spacings([0, 8, 16, 24], steady)).toEqual([8, 8, 8, 8]);
    expect(mislabelled([0, 8, 16, 24], steady)).toEqual([false, false, true, false]);
  });

  it("is unknown of a single event", () => {
    expect([spacings([5]), spacings([5], 8), spacings([])]).toEqual([[undefined], [undefined], []]);
  });

  it("is a minute at least", () => {
    const minutes = timeEvents(at([0, 1 / 60, 2 / 60], [0.3, 1, 1]));
    expect(minutes.map(({ spacing }) => spacing)).toEqual([MINUTE, MINUTE, MINUTE]);
  });

  it("is mislabelled if its interval says another one", () => {
    expect(mislabelled([0, 8, 16, 24], 8)).toEqual([false, false, false, false]);
    const changed = [0, 8, 16, 24, 28, 32, 36];
    expect(mislabelled(changed, 8)).toEqual([false, false, false, false, true, true, true]);
    expect(mislabelled(changed, null)).toEqual(changed.map(() => false));
  });
});

describe("the times of missing events", () => {
  const missing = (
    hours: readonly number[],
    from: number,
    to: number,
    interval: number | readonly number[] = 8,
  ) =>
    missingTimes(timeEvents(at(hours, interval)), { start: from * HOUR, end: to * HOUR }).map(
      (time) => time / HOUR,
    );

  it("are in the gaps and at both ends of the range, the start included and the end not", () => {
    expect(missing([0, 8, 16, 24, 48], 0, 48.1)).toEqual([40, 32]);
    expect(missing([16, 24, 32, 40], 0, 40.1)).toEqual([8, 0]);
    expect(missing([16, 24, 32, 40], 0.1, 56)).toEqual([8, 48]);
    expect(missing([16, 24, 32, 40], 16, 56.1)).toEqual([48, 56]);
  });

  it("are none where an event is late by less than half of its spacing", () => {
    expect(missing([0, 8, 16, 24, 35.9], 0, 36)).toEqual([]);
    expect(missing([0, 8, 16, 24, 36], 0, 36.1)).toEqual([28]);
    expect(missing([0, 8, 16, 24, 36.1], 0, 36.2)).toEqual([28.1]);
  });

  it("are none up to the old spacing after the last event before a shorter one", () => {
    const changed = [...[8, 8, 8, 8], ...[1, 1, 1, 1]];
    expect(missing([0, 8, 16, 24, 32, 33, 34, 35], 0, 35.1, changed)).toEqual([]);
    expect(missing([0, 8, 16, 24, 33, 34, 35, 36], 0, 36.1, changed)).toEqual([32]);
  });

  it("are unknown of a single event", () => {
    expect(missing([8], 0, 48)).toEqual([]);
  });

  it("are the first 100,000 of a gap, however far away an event is", () => {
    const far = 70_000_000; // of the year 9955
    const before = missing([0, 8, 16, 24, far], 0, 48);
    expect([before.length, before.slice(-2)]).toEqual([100_000, [40, 32]]);
    expect(missing([-far, 0, 8, 16, 24], -16, 24.1)).toEqual([-8, -16]);
    expect(missing([0, 8, 16, 24], -far, 24.1)).toHaveLength(100_000);
    expect(missing([0, 8, 16, 24], 0, far)).toHaveLength(100_000);
  });
});

describe("the changes of an interval", () => {
  it("are told with the time of the first event that has the new one", () => {
    const events = timeEvents(at([0, 8, 16, 24, 25, 26, 27], 8));
    expect(intervalChanges(events)).toEqual([{ time: 25 * HOUR, before: 8 * HOUR, after: HOUR }]);
    expect(intervalChanges(timeEvents(at([0, 8, 16, 24], 8)))).toEqual([]);
    expect(intervalChanges(timeEvents(at([0])))).toEqual([]);
  });
});
