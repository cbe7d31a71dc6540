import type { Figure } from "../../base/decimal.js";
import { ratioOf } from "../../base/whole.js";
import type { Holder } from "../position/held-legs.js";
import { sizeOf } from "../position/larger-side.js";
import { PERCENT_DAYS } from "./apr.js";
import { LEAST_SETTLEMENTS, type Runs, type ShownWindow } from "./shown-runs.js";

/**
 * Returns run(24h), or that of another window, × 365 ÷ N × 100, percent per year; null if a leg settled
 * fewer than three times in the window. src/features/get/explain.md, "Break-even".
 */
export function nowAprOf(
  position: Holder,
  runs: Runs | undefined,
  window: ShownWindow = "24h",
): Figure {
  if (runs === undefined || runs[window].fewest < LEAST_SETTLEMENTS) return null;
  const [perDay, size] = [runs[window].perDay.value, sizeOf(position)];
  if (perDay === null || size === null || size.eq(0)) return null;
  return ratioOf(perDay.times(PERCENT_DAYS), size);
}
