import type { Freshness } from "../../analytics/position/mark.js";
import type { Leg, Position } from "../../client/resources/position.js";

/** A row: a position with all its legs, or with one of them. */
export interface PositionRow {
  readonly position: Pick<
    Position,
    "position_id" | "asset" | "status" | "opened_at" | "closed_at" | "legs" | "performance"
  >;
  readonly legs: readonly Leg[];
}

/** Reports whether a row continues the position of the row above. */
export function continues(
  row: { readonly position: unknown },
  above: { readonly position: unknown } | undefined,
): boolean {
  return row.position === above?.position;
}

/** Time of the service and limits for stale data; read whenever a cell is drawn. */
export type ServiceClock = Freshness;

/** Returns one row per leg; a position without legs has one row. */
export function legRows<P extends PositionRow["position"]>(
  position: P,
): { position: P; legs: P["legs"] }[] {
  if (position.legs.length === 0) return [{ position, legs: [] }];
  return position.legs.map((leg) => ({ position, legs: [leg] }));
}
