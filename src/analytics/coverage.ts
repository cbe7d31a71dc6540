import type { Measure } from "./measure.js";

type Coverage = Pick<Measure, "coveredHours" | "coveredHoursLeast" | "wantedHours">;

/**
 * Returns the hours covered of a total: the median over its parts, which one new part does not change much,
 * and the least. Parts that are unknown, or without hours, do not count.
 */
export function coverageOver(parts: readonly Measure[]): Coverage {
  const known = parts.filter(({ value }) => value !== null);
  const covered = known.flatMap(({ coveredHours }) => coveredHours ?? []).sort((a, b) => a - b);
  const wanted = known.flatMap(({ wantedHours }) => wantedHours ?? []).sort((a, b) => a - b);
  return {
    coveredHours: medianOf(covered),
    coveredHoursLeast: covered[0],
    wantedHours: medianOf(wanted),
  };
}

/** @param values in ascending order */
function medianOf(values: readonly number[]): number | undefined {
  const middle = values.length >> 1;
  const [low, high] = [values[values.length % 2 === 0 ? middle - 1 : middle], values[middle]];
  return low === undefined || high === undefined ? undefined : (low + high) / 2;
}
