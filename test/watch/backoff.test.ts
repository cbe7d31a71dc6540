import { describe, expect, it } from "vitest";
import { waitForNextRound } from "../../src/watch/backoff.js";

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** Waits after one, two, three, … immediate failures in a row. */
const waits = (intervalMs: number, count: number) =>
  Array.from(
    { length: count },
    (_, index) =>
      waitForNextRound(intervalMs, index + 1, { retryAfter: undefined, tookMs: 0 }) / SECOND,
  );

describe("the wait after a failed round", () => {
  it("begins with the interval, doubles each time, and ends at 5 minutes", () => {
    expect(waits(10 * SECOND, 7)).toEqual([10, 20, 40, 80, 160, 300, 300]);
  });

  it("begins with half a minute if the interval is longer, and ends at the interval", () => {
    expect(waits(15 * MINUTE, 7)).toEqual([30, 60, 120, 240, 480, 900, 900]);
  });

  it("is counted from the start of that round, and is at least a second", () => {
    const wait = (failures: number, tookMs: number) =>
      waitForNextRound(30 * SECOND, failures, { retryAfter: undefined, tookMs });
    expect(wait(1, 10 * SECOND)).toBe(20 * SECOND);
    expect(wait(1, 30 * SECOND)).toBe(SECOND);
    expect(wait(2, 30 * SECOND)).toBe(30 * SECOND);
  });

  it("is not shorter than Retry-After, which is counted from the answer", () => {
    const wait = (retryAfter: number) =>
      waitForNextRound(30 * SECOND, 1, { retryAfter, tookMs: 10 * SECOND });
    expect(wait(12)).toBe(20 * SECOND);
    expect(wait(42)).toBe(42 * SECOND);
    expect(wait(10 ** 9)).toBe(24 * 60 * MINUTE);
  });
});
