import type { Figure } from "../../../base/decimal.js";
import type { Position } from "../../../client/resources/position.js";
import { wholeDays } from "./paid-days.js";
import type { Run } from "./run.js";
import type { RunInputs } from "./run-legs.js";
import { paidTogether } from "./sum-uncertainty.js";

/** A position with its run of 30 days. */
interface Paid {
  readonly position: Position;
  readonly runs: { readonly "30d": Run };
}

/**
 * Returns the funding of positions together in each of the last 30 times 24 hours at their current size,
 * USD, oldest first; empty unless there are 30. Null for a day with an unknown period. Positions whose run
 * of 30 days is unknown are left out.
 */
export function bookDays(all: readonly Paid[], inputs: RunInputs): Figure[] {
  const known = all.filter(({ runs }) => runs["30d"].perDay.value !== null);
  const paid = paidTogether(
    known.map(({ position }) => position),
    inputs,
  );
  if (paid === undefined) return [];
  const days = wholeDays(paid);
  return days.length < DAYS ? [] : days.reverse();
}

const DAYS = 30;
