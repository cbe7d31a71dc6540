import type { Position } from "../../client/resources/position.js";
import { firstOf } from "../../output/text/first-of.js";

/** Maximum number of positions that are named. */
const MOST_NAMED = 5;

/** Names positions by asset and the beginning of the id: `ETH 2bfd2331, XRP 297e2f10 and 3 more`. */
export function namedPositions(positions: readonly Position[]): string {
  return firstOf(positions.map(nameOf), MOST_NAMED);
}

/** Names a position by asset and the beginning of the id: `ETH 2bfd2331`. */
export function nameOf({ asset, position_id: id }: Position): string {
  return `${asset} ${id.slice(0, 8)}`;
}
