import type { Position } from "../../client/resources/position.js";

/** Names a position by asset and the beginning of the id: `ETH 2bfd2331`. */
export function nameOf({
  asset,
  position_id: id,
}: Pick<Position, "asset" | "position_id">): string {
  return `${asset} ${id.slice(0, 8)}`;
}

/** Names a position of which figures are kept, as {@link nameOf} does. */
export function nameOfKept(kept: { readonly asset: string; readonly positionId: string }): string {
  return nameOf({ asset: kept.asset, position_id: kept.positionId });
}
