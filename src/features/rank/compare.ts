import { LEAST_COVERED } from "../../analytics/funding/sum-of-periods.js";
import { descending, type Figure } from "../../base/decimal.js";
import type { RankOrder } from "./orders.js";
import type { Ranked } from "./ranked.js";

/** Compares by coverage, whole windows before bounds, the order, the 30 days, and then the ids. */
export function compareRanked(a: Ranked, b: Ranked, order: RankOrder): number {
  return (
    Number(isCovered(b)) - Number(isCovered(a)) ||
    Number(isWhole(b)) - Number(isWhole(a)) ||
    descending(rankedBy(a, order), rankedBy(b, order)) ||
    descending(rankedBy(a, "mean"), rankedBy(b, "mean")) ||
    a.long - b.long ||
    (a.short ?? 0) - (b.short ?? 0)
  );
}

/** Returns what is compared; of a market by itself, the size of its rate. */
function rankedBy({ short, shrunk, worstWeek, windows }: Ranked, order: RankOrder): Figure {
  if (order === "shrunk") return shrunk.value;
  if (order === "worst") return worstWeek.value;
  const { value } = windows[order === "mean" ? "30d" : "7d"];
  return short === undefined ? (value?.abs() ?? null) : value;
}

/** Reports whether every window of 7 days is known in whole. */
function isWhole({ worstWeek: { value, bound } }: Ranked): boolean {
  return value !== null && bound === undefined;
}

/** Reports whether at least 95 % of the 30 days are covered. */
export function isCovered({ windows: { "30d": month } }: Ranked): boolean {
  return (month.coveredHours ?? 0) * 100 >= (month.wantedHours ?? 0) * LEAST_COVERED;
}
