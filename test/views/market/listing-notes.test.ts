import { describe, expect, it } from "vitest";
import { listingNotes } from "../../../src/portfolio/funding/listing-notes.js";

const HOUR = 3_600_000;
const at = (hour: number, rate = "0.1") => ({ time: hour * HOUR, rate, interval: 1 });
const notes = (events: readonly ReturnType<typeof at>[], since?: number) =>
  listingNotes("X", events, { unicode: true, zone: "UTC" }, since).notes.map(({ text }) => text);

describe("repeated events", () => {
  const hours = [1, 2, 3, 4, 5].map((hour) => at(hour));

  it("are those of the range, without conflicting ones and those without a time", () => {
    expect(notes([...hours, at(2), at(5), at(5)])).toEqual([
      "X: 3 repeated events, each counted once",
    ]);
    expect(notes([...hours, at(2), at(5)], 3 * HOUR)).toEqual([
      "X: 1 repeated event, each counted once",
    ]);
    const conflict = [at(4, "0.2"), at(4, "0.3")];
    expect(notes([...hours, ...conflict, at(Number.NaN)])).toEqual([]);
  });
});
