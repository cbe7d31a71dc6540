import type { Limits } from "./limits.js";

/** Criteria by which positions are judged. */
export interface Criteria {
  readonly limits: Limits;
  /** The time of the service, milliseconds since the epoch. */
  readonly now: number;
  /** Reports whether the full details of a position's legs were needed and could not be fetched. */
  readonly isUnchecked: (positionId: string) => boolean;
}
