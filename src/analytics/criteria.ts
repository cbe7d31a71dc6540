import type { Limits } from "./limits.js";

/** What positions are judged by. */
export interface Criteria {
  readonly limits: Limits;
  /** The time of the service, milliseconds since the epoch. */
  readonly now: number;
  /** Whether the legs of a position should have been looked at in full, and could not be. */
  readonly isUnchecked: (positionId: string) => boolean;
}
