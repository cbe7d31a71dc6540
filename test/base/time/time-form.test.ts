import { expect, it } from "vitest";
import { Digits } from "../../../src/base/json-digits.js";
import { withTimesAs } from "../../../src/base/time/time-form.js";

it.each([
  ["2026-06-01T12:00:00Z", "2026-06-01T12:00:00Z", 1_780_315_200],
  ["2026-06-01T12:00:00.000Z", "2026-06-01T12:00:00Z", 1_780_315_200],
  ["2026-06-01T14:00:00+02:00", "2026-06-01T12:00:00Z", 1_780_315_200],
  ["2026-06-01 12:00", "2026-06-01T12:00:00Z", 1_780_315_200],
  ["2026-06-01T12:00:00.250Z", "2026-06-01T12:00:00.25Z", "1780315200.25"],
  ["2026-06-01T12:00:00.123456789Z", "2026-06-01T12:00:00.123456789Z", "1780315200.123456789"],
  ["2016-12-31T23:59:60Z", "2017-01-01T00:00:00Z", 1_483_228_800],
  ["1970-01-01T00:00:00Z", "1970-01-01T00:00:00Z", 0],
])("writes %s as ISO and as seconds with all its digits", (sent, iso, epoch) => {
  expect(withTimesAs("iso", sent)).toBe(iso);
  expect(String(withTimesAs("epoch", sent))).toBe(String(epoch));
  expect(withTimesAs("sent", sent)).toBe(sent);
});

it("leaves dates, words, numbers and times within a sentence as they are", () => {
  const data = [
    "2026-06-01",
    "BTC",
    1.5,
    null,
    "due since 2026-06-01T12:00:00Z",
    new Digits("1.10"),
  ];
  expect(withTimesAs("epoch", data)).toEqual(data);
  expect(withTimesAs("iso", "2026-13-01T00:00:00Z")).toBe("2026-13-01T00:00:00Z");
});
