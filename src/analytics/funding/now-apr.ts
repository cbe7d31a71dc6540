import type { Figure } from "../../base/decimal.js";
import { ratioOf } from "../../base/whole.js";
import type { Holder } from "../position/held-legs.js";
import { sizeOf } from "../position/larger-side.js";
import { PERCENT_DAYS } from "./apr.js";
import { LEAST_SETTLEMENTS, type Runs } from "./shown-runs.js";

/**
 * Returns run(7d) × 365 ÷ N × 100, percent per year; null if a leg settled fewer than three times in
 * the 7 days.
 */
export function nowAprOf(position: Holder, runs: Runs | undefined): Figure {
  if (runs === undefined || runs["7d"].fewest < LEAST_SETTLEMENTS) return null;
  const [perDay, size] = [runs["7d"].perDay.value, sizeOf(position)];
  if (perDay === null || size === null || size.eq(0)) return null;
  return ratioOf(perDay.times(PERCENT_DAYS), size);
}
