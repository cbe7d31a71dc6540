import type { LegSummary, Position } from "../api/position.js";

/** One row of positions: the position with all its legs, or with one of them. */
export interface PositionRow {
  readonly position: Pick<
    Position,
    "position_id" | "asset" | "status" | "opened_at" | "closed_at" | "performance"
  >;
  readonly legs: readonly LegSummary[];
  /** The row above is of the same position. */
  readonly continues: boolean;
}

/** The time of the service, milliseconds since the epoch; read whenever a cell is drawn. */
export interface ServiceClock {
  readonly now: number;
}

/** One row a leg; one row without any for a position that has none. */
export function legRows<L extends LegSummary, P extends PositionRow["position"]>(
  position: P & { readonly legs: readonly L[] },
): { position: P; legs: readonly L[]; continues: boolean }[] {
  if (position.legs.length === 0) return [{ position, legs: [], continues: false }];
  return position.legs.map((leg, index) => ({ position, legs: [leg], continues: index > 0 }));
}
