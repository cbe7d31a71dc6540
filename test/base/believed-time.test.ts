import { expect, it } from "vitest";
import { isBelieved } from "../../src/base/time/believed-time.js";
import { NOW } from "../support/now.js";

const DAY = 86_400_000;

it.each([
  ["a second later", NOW + 1000, true],
  ["a day later", NOW + DAY, true],
  ["more than a day later", NOW + DAY + 1, false],
  ["a day before", NOW - DAY, true],
  ["more than a day before", NOW - DAY - 1, false],
])("a time %s than another clock", (_, time, expected) => {
  expect(isBelieved(time, NOW)).toBe(expected);
  expect(isBelieved(time, undefined)).toBe(true);
});

it("believes no time outside the years 1970 to 9999, whatever other clocks say", () => {
  const [first, end] = [0, Date.UTC(10_000, 0, 1)];
  const all = [first, first - 1, end - 1, end, 8.64e15, Number.NaN];
  const expected = [true, false, true, false, false, false];
  expect(all.map((time) => isBelieved(time, time))).toEqual(expected);
  expect(all.map((time) => isBelieved(time, undefined))).toEqual(expected);
});
