import { describe, expect, it } from "vitest";
import type { LegDetail } from "../../../../src/client/resources/position.js";
import {
  hasMarkOfUnknownAge,
  isFresh,
  isStale,
  oldestMark,
  performanceAge,
  restsOnStaleMark,
  restsOnStalePerformance,
} from "../../../../src/figures/engine/position/mark.js";
import { ago, MINUTE } from "../../../support/fresh-legs.js";
import { NOW } from "../../../support/now.js";
import { leg as record } from "../../../support/records.js";

const LIMIT = 5 * MINUTE;
const clock = { now: NOW };

/** A leg with a mark of this age; null: of unknown age. */
const aged = (age: number | null, more: object = {}) =>
  record({
    mark_price_updated_at: age === null ? null : ago(age),
    ...more,
  }) as unknown as LegDetail;
const open = (...legs: LegDetail[]) => ({ status: "open" as const, legs });

describe("a mark price", () => {
  it.each([0, LIMIT, -LIMIT])("is not stale at an age of %i ms", (age) => {
    expect([isStale(aged(age), clock), isFresh(aged(age), clock)]).toEqual([false, true]);
  });

  it.each([LIMIT + 1, -LIMIT - 1])("is stale at an age of %i ms", (age) => {
    expect([isStale(aged(age), clock), isFresh(aged(age), clock)]).toEqual([true, false]);
    expect(isStale(aged(age), { now: NOW, staleMs: LIMIT + 1 })).toBe(false);
  });

  it("is neither stale nor fresh without a time, and where it is missing", () => {
    for (const leg of [aged(null), aged(LIMIT + 1, { mark_price: null })]) {
      expect([isStale(leg, clock), isFresh(leg, clock)]).toEqual([false, false]);
    }
  });

  it("counts for a position only where the leg holds something", () => {
    const [old, gone] = [aged(LIMIT + 1), aged(LIMIT + 1, { quantity: 0 })];
    expect(restsOnStaleMark(open(aged(0), old), clock)).toBe(true);
    expect(restsOnStaleMark(open(aged(0), gone), clock)).toBe(false);
    const [ageless, goneAgeless] = [aged(null), aged(null, { quantity: 0 })];
    expect(hasMarkOfUnknownAge(open(aged(0), ageless))).toBe(true);
    expect(hasMarkOfUnknownAge(open(aged(0), goneAgeless))).toBe(false);
    expect(hasMarkOfUnknownAge(open(aged(null, { mark_price: null })))).toBe(false);
  });

  it("is the oldest of those held, unknown with one of unknown age, and none without marks", () => {
    const missing = aged(9 * MINUTE, { mark_price: null });
    expect(oldestMark(open(aged(MINUTE), aged(2 * MINUTE), missing))).toBe(NOW - 2 * MINUTE);
    expect(oldestMark(open(aged(MINUTE), aged(null)))).toBeNull();
    const undated = aged(null, { mark_price: null });
    expect(oldestMark(open(aged(MINUTE), undated))).toBe(NOW - MINUTE);
    expect([oldestMark(open(missing)), oldestMark(open())]).toEqual([undefined, undefined]);
  });
});

describe("a performance", () => {
  const at = (age: number) =>
    ({ calculated_at: ago(age) }) as unknown as NonNullable<
      Parameters<typeof performanceAge>[0]["performance"]
    >;
  const stale = (status: "open" | "closed", age: number) =>
    restsOnStalePerformance({ status, performance: at(age) }, clock);

  it("is stale by the same limit while the position is open", () => {
    expect([stale("open", LIMIT), stale("open", LIMIT + 1), stale("open", -LIMIT - 1)]).toEqual([
      false,
      true,
      true,
    ]);
    expect(stale("closed", LIMIT + 1)).toBe(false);
  });

  it("has an age where there is one, of an open position", () => {
    expect(performanceAge({ status: "open", performance: at(7) }, NOW)).toBe(7);
    expect(performanceAge({ status: "open" }, NOW)).toBeUndefined();
    expect(performanceAge({ status: "closed", performance: at(7) }, NOW)).toBeUndefined();
    expect(restsOnStalePerformance({ status: "open" }, clock)).toBe(false);
  });
});
