import { describe, expect, it } from "vitest";
import { settlementClock } from "../../../../src/figures/catalog/upcoming.js";
import type { PacedEvent } from "../../../../src/figures/engine/market/periods.js";

const HOUR = 3_600_000;
const START = Date.parse("2026-11-20T00:00:00Z");

/** The clock of a market that settled at these hours, the last one with a spacing of its own. */
function clock(hours: readonly number[], now: number, spacing = 8) {
  const events = hours.map(
    (hour): PacedEvent => ({
      ...{ time: START + hour * HOUR, rate: "0", conflicting: false, mislabelled: false },
      spacing: spacing * HOUR,
    }),
  );
  const found = settlementClock(events, START + now * HOUR);
  return found && { ...found, next: (found.next - START) / HOUR };
}

describe("the next settlement of a market", () => {
  it("is a gap behind the last one, if the last two gaps are equal", () => {
    expect(clock([0, 4, 8], 9)).toEqual({
      ...{ next: 12, about: false, within24h: 6 },
    });
    expect(clock([0, 8, 12, 16], 17)).toMatchObject({ next: 20, about: false });
  });

  it("is about the last one's own spacing behind it, if the gaps differ or are too few", () => {
    for (const hours of [[0, 2, 6], [2, 6], [6]]) {
      expect(clock(hours, 7)).toMatchObject({ next: 14, about: true });
    }
    expect(clock([], 7)).toBeUndefined();
    expect(clock([6], 7, 0)).toBeUndefined();
  });

  it("is later than now, also if one is due before it and not published", () => {
    expect(clock([0, 4, 8], 12 - 1e-6)).toMatchObject({ next: 12 });
    expect(clock([0, 4, 8], 12)).toMatchObject({ next: 16 });
    expect(clock([0, 4, 8], 21)).toMatchObject({ next: 24 });
    expect(clock([0, 4, 8], 7)).toMatchObject({ next: 12 });
  });

  it("is counted within 24 hours up to and including their end", () => {
    expect(clock([0, 24, 48], 48)).toMatchObject({ next: 72, within24h: 1 });
    expect(clock([0, 24, 48], 48 - 1e-6)).toMatchObject({ next: 72, within24h: 0 });
    expect(clock([0, 8, 16], 20)).toMatchObject({ next: 24, within24h: 3 });
    expect(clock([0, 96, 192], 200)).toMatchObject({ next: 288, within24h: 0 });
  });
});
