import type { Freshness } from "../analytics/mark.js";
import type { LegSummary, Position } from "../client/resources/position.js";

/** One row of positions: the position with all its legs, or with one of them. */
export interface PositionRow {
  readonly position: Pick<
    Position,
    "position_id" | "asset" | "status" | "opened_at" | "closed_at" | "legs" | "performance"
  >;
  readonly legs: readonly LegSummary[];
}

/** Whether the row above has told what there is to tell of the position. */
export function continues(
  row: { readonly position: unknown },
  above: { readonly position: unknown } | undefined,
): boolean {
  return row.position === above?.position;
}

/** The time of the service, and when something is out of date; read whenever a cell is drawn. */
export type ServiceClock = Freshness;

/** One row a leg; one row without any for a position that has none. */
export function legRows<P extends PositionRow["position"]>(
  position: P,
): { position: P; legs: P["legs"] }[] {
  if (position.legs.length === 0) return [{ position, legs: [] }];
  return position.legs.map((leg) => ({ position, legs: [leg] }));
}
