import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createBook } from "../../src/sandbox/book.js";
import { outlinePositions } from "../../src/sandbox/identity.js";
import { positionsPage } from "../../src/sandbox/positions.js";
import { DEFAULT_POSITIONS, DEFAULT_SEED, SCENARIO_NAMES } from "../../src/sandbox/scenarios.js";
import { NOW } from "../support/now.js";

const YEAR = 365 * 24 * 3_600_000;

describe("the outline of the positions", () => {
  it("is what the service lists at any time, with any scenarios", () => {
    const times = fc.integer({ min: NOW - 3 * YEAR, max: NOW + 3 * YEAR });
    const check = (now: number, names: readonly (typeof SCENARIO_NAMES)[number][]) => {
      const scenarios = new Set(names);
      const book = createBook(DEFAULT_SEED, DEFAULT_POSITIONS, now, scenarios);
      const { data } = positionsPage([book], book.portfolioId, new URLSearchParams(), now);
      expect(outlinePositions(now, scenarios)).toEqual(
        data.map((it) => ({ id: it.position_id, asset: it.asset, status: it.status })),
      );
    };
    fc.assert(fc.property(times, fc.subarray([...SCENARIO_NAMES]), check), { numRuns: 50 });
  });
});
