import type { ListedSettlement } from "../analytics/listed.js";
import type { UpcomingLeg } from "../analytics/upcoming.js";
import type { PositionRow } from "./position-row.js";

/** A held leg with its settlements to come. */
export interface UpcomingRow extends PositionRow {
  readonly upcoming: UpcomingLeg;
  readonly listed: ListedSettlement | undefined;
  /** True if a leg of the position may be closed and could not be checked. */
  readonly isUnchecked: boolean;
}
