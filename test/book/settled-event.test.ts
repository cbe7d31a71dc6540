import { describe, expect, it } from "vitest";
import { minuteOf } from "../../src/base/time/periods.js";
import {
  eventOf,
  type MarketEvent,
  normalised,
  onceEachAs,
} from "../../src/figures/credible/settled-event.js";
import { coveredTime } from "../../src/figures/engine/market/rhythm.js";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

describe("the digits of a rate or a mark price", () => {
  it.each([
    ["0.0001", "0.0001"],
    ["0.00010", "0.0001"],
    ["-0.10", "-0.1"],
    ["1.0", "1"],
    ["100", "100"],
    ["100.00", "100"],
    ["0", "0"],
    ["0.000", "0"],
    ["-0", "0"],
    ["-0.00", "0"],
    ["1e-7", "0.0000001"],
    ["+0.5", "0.5"],
    ["007", "7"],
    ["123456789012345678.50", "123456789012345678.5"],
    ["high", null],
    ["", null],
    [null, null],
  ])("%j are %j", (sent, digits) => {
    expect(normalised(sent)).toBe(digits);
  });
});

describe("an event as the service sends it", () => {
  const point = { funding_time: "2026-06-01T00:00:00Z", funding_rate: "0.10", funding_interval: 8 };

  it("has its time and its digits", () => {
    expect(eventOf({ ...point, mark_price: "5.0" })).toEqual({
      ...{ time: Date.parse(point.funding_time), rate: "0.1", interval: 8, mark: "5" },
    });
  });
});

/** Events by the minute, as the engine of figures takes them. */
const onceEach = (events: readonly MarketEvent[]) =>
  onceEachAs(events, (it) => ({ ...it, time: minuteOf(it.time), conflicting: false }));

describe("the events of a minute", () => {
  const event = (minutes: number, more: object = {}) => ({
    ...{ time: minutes * MINUTE, rate: "1", interval: 8, mark: "5" },
    ...more,
  });
  const once = (...events: readonly ReturnType<typeof event>[]) =>
    onceEach(events).map(({ time, rate, mark, conflicting }) => [
      ...[time / MINUTE, rate, mark, conflicting],
    ]);

  it("are one if their values are equal, in the order of time", () => {
    expect(once(event(2), event(1.49), event(1.5), event(0.5))).toEqual([
      [1, "1", "5", false],
      [2, "1", "5", false],
    ]);
    const untold = [event(1, { mark: null }), event(1, { mark: undefined })];
    expect(once(...untold).map(([, , , conflicting]) => conflicting)).toEqual([false]);
    const without = [event(1, { interval: null }), event(1, { interval: undefined })];
    expect(once(...without).map(([, , , conflicting]) => conflicting)).toEqual([false]);
  });

  it("have a readable time; one without it is left out", () => {
    const found = onceEach([event(3), event(Number.NaN), event(1), event(2)]);
    expect(found.map(({ time }) => time / MINUTE)).toEqual([1, 2, 3]);
  });

  it("are one without a rate or a mark price if they differ, also from a third one", () => {
    for (const other of [{ rate: "2" }, { mark: "6" }, { interval: 4 }, { rate: null }]) {
      expect(once(event(1), event(1, other), event(1), event(2))).toEqual([
        [1, null, null, true],
        [2, "1", "5", false],
      ]);
    }
  });
});

describe("the covered time of a range", () => {
  const event = (hour: number, spacing: number | undefined, rate = "1") => ({
    ...{ time: hour * HOUR, spacing: spacing && spacing * HOUR, rate },
    ...{ conflicting: false, mislabelled: false },
  });
  const covered = (from: number, to: number, ...events: ReturnType<typeof event>[]) => {
    const found = coveredTime(events, { from: from * HOUR, to: to * HOUR });
    return [found.covered / HOUR, found.above / HOUR];
  };

  it("is what the events settle within it", () => {
    expect(covered(0, 24, event(8, 8), event(16, 8, "-1"), event(24, 8, "0"))).toEqual([24, 8]);
    expect(covered(4, 20, event(8, 8), event(24, 8))).toEqual([8, 8]);
    expect(covered(9, 15, event(8, 8), event(24, 8))).toEqual([0, 0]);
    expect(covered(0, 24, event(8, undefined))).toEqual([0, 0]);
  });

  it("has time that two events settle once, for the earlier one", () => {
    expect(covered(0, 24, event(8, 8), event(12, 8, "-1"))).toEqual([12, 8]);
    expect(covered(0, 24, event(8, 8, "-1"), event(12, 8))).toEqual([12, 4]);
    expect(covered(0, 24, event(8, 4), event(9, 1), event(16, 16, "2"))).toEqual([16, 16]);
    expect(covered(0, 24, event(4, 2, "-1"), event(8, 2, "-1"), event(12, 12))).toEqual([12, 8]);
    expect(covered(7, 24, event(4, 2), event(8, 2), event(12, 12))).toEqual([5, 5]);
  });

  it("goes on where one event ends and the next begins", () => {
    expect(covered(0, 24, event(4, 4), event(8, 4), event(16, 16, "-1"))).toEqual([16, 8]);
  });
});
