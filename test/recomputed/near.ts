import { expect } from "vitest";

/**
 * Expects two figures to be equal to the precision of doubles, or both to be unknown.
 * @param size of the largest summand
 */
export function expectNear(actual: unknown, expected: number | null, what: string, size = 0): void {
  if (typeof actual !== "number" || expected === null) {
    expect([what, actual]).toEqual([what, expected]);
    return;
  }
  const room = 1e-7 + 1e-9 * Math.max(Math.abs(expected), size);
  expect(Math.abs(actual - expected), `${what}: ${actual} is not ${expected}`).toBeLessThan(room);
}
