import { describe, expect, it } from "vitest";
import { gapsIn, joined } from "../../src/archive/read/coverage.js";
import { coveredBy, isWorthRecording, newHoles, startOf } from "../../src/archive/sync/plan.js";
import { NOW } from "../support/now.js";

const DAY = 86_400_000;
const HOUR = 3_600_000;
const ago = (days: number) => NOW - days * DAY;
const span = (from: number, to: number) => ({ start: ago(from), end: ago(to) });
const options = { now: NOW };

describe("what a market is asked for", () => {
  it("is all that the service keeps, when it was never asked", () => {
    expect(startOf([], options)).toBe(ago(30));
  });

  it("begins an overlap before the newest covered moment", () => {
    expect(startOf([span(40, 1)], options)).toBe(ago(4));
  });

  it("is at most what the service keeps", () => {
    expect(startOf([span(90, 29)], options)).toBe(ago(30));
    expect(startOf([span(90, 60)], options)).toBe(ago(30));
  });

  it("begins at a gap that the service may still fill", () => {
    expect(startOf([span(40, 20), span(10, 0)], options)).toBe(ago(20));
    expect(startOf([span(90, 40), span(10, 0)], options)).toBe(ago(30));
  });

  it("leaves a gap that is lost", () => {
    expect(startOf([span(90, 60), span(40, 0)], options)).toBe(ago(3));
  });

  it("begins before the first look as long as the service may still have something there", () => {
    expect(startOf([span(10, 0)], options)).toBe(ago(30));
    expect(startOf([span(30.01, 0)], options)).toBe(ago(3));
    expect(startOf([{ start: ago(30) + 30_000, end: NOW }], options)).toBe(ago(3));
  });

  it("is what the user says", () => {
    expect(startOf([span(20, 1)], { ...options, start: ago(10) })).toBe(ago(10));
  });
});

describe("what an answer covers", () => {
  const answered = (start: number, oldest?: number) => ({
    start: ago(start),
    oldest: oldest === undefined ? undefined : ago(oldest),
    now: NOW,
  });

  it("reaches back no further than the service keeps events", () => {
    expect(coveredBy([], answered(90, 30))).toEqual(span(30, 0));
    expect(coveredBy([], answered(4, 3.5))).toEqual(span(4, 0));
  });

  it("is all that was asked for when nothing came, or when it reaches what is covered", () => {
    expect(coveredBy([span(30, 2)], answered(5))).toEqual(span(5, 0));
    expect(coveredBy([span(30, 2)], answered(5, 2.5))).toEqual(span(5, 0));
    expect(coveredBy([span(30, 2)], answered(5, 4.5))).toEqual(span(5, 0));
  });

  it("is only what came when it begins much later, and after what is covered", () => {
    expect(coveredBy([], answered(30, 7))).toEqual(span(7, 0));
    expect(coveredBy([span(60, 20)], answered(23, 7))).toEqual(span(7, 0));
    expect(startOf([span(60, 20), span(7, 0)], options)).toBe(ago(20));
  });

  it("is only what came as long as an answer to the time before the first look begins later", () => {
    expect(coveredBy([span(7, 1)], answered(30, 6))).toEqual(span(6, 0));
    expect(coveredBy([span(7, 1)], answered(30, 7))).toEqual(span(30, 0));
    expect(coveredBy([span(7, 1)], answered(30, 9))).toEqual(span(30, 0));
  });

  it("leaves as holes what was not asked for in time", () => {
    expect(newHoles([span(90, 60)], span(30, 0), NOW)).toEqual([span(60, 30)]);
    expect(newHoles([span(90, 60), span(30, 5)], span(8, 0), NOW)).toEqual([]);
  });

  it("is recorded when it reaches hours further, or further back", () => {
    const covered = [span(20, 1)];
    const until = (end: number) => ({ start: ago(4), end });
    expect(isWorthRecording(covered, until(ago(1) + HOUR))).toBe(false);
    expect(isWorthRecording(covered, until(ago(1) + 6 * HOUR))).toBe(true);
    expect(isWorthRecording(covered, { start: ago(25), end: ago(1) })).toBe(true);
    expect(isWorthRecording([], until(NOW))).toBe(true);
  });

  it("is recorded when it closes a gap, however little it reaches further", () => {
    const covered = [span(20, 2), { start: ago(2) + HOUR, end: ago(1) }];
    const until = (end: number) => ({ start: ago(4), end });
    expect(isWorthRecording(covered, until(ago(1)))).toBe(true);
    expect(isWorthRecording(covered, until(ago(2) + HOUR / 2))).toBe(false);
  });
});

describe("spans", () => {
  it("that touch or overlap are one, and empty ones none", () => {
    expect(joined([span(5, 3), span(10, 5), span(4, 1), span(0, 0)])).toEqual([span(10, 1)]);
    expect(joined([span(10, 1), span(8, 5)])).toEqual([span(10, 1)]);
    expect(gapsIn([span(3, 1), span(10, 5)])).toEqual([span(5, 3)]);
  });
});
