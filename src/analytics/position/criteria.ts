import type { HistoryOf } from "../funding/run-legs.js";
import type { Limits } from "./limits.js";
import type { Freshness } from "./mark.js";

/** Criteria by which positions are judged. */
export interface Criteria {
  readonly limits: Limits;
  /** The time of the service, milliseconds since the epoch. */
  readonly now: number;
  /** Settled funding of the markets of held legs. */
  readonly historyOf: HistoryOf;
  /** Reports whether the full details of a position's legs were needed and could not be fetched. */
  readonly isUnchecked: (positionId: string) => boolean;
}

/** Returns the time and the limit by which mark prices are stale. */
export function clockOf({ now, limits }: Pick<Criteria, "now" | "limits">): Freshness {
  return { now, staleMs: limits.staleMs };
}
