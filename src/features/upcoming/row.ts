import type { UpcomingLeg } from "../../analytics/funding/upcoming.js";
import type { PositionRow } from "../../views/position/position-row.js";
import type { Owned } from "../../views/row-fields.js";

/** A held leg with its settlements to come. */
export interface UpcomingRow extends PositionRow, Owned {
  readonly upcoming: UpcomingLeg;
  /** True if a leg of the position may be closed and could not be checked. */
  readonly isUnchecked: boolean;
}
