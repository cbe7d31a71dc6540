import type { Position } from "../client/resources/position.js";
import { firstOf } from "../output/text/first-of.js";

/** Maximum number of positions that are named. */
const MOST_NAMED = 5;

/** Names positions by asset and the beginning of the id: `ETH 2bfd2331, XRP 297e2f10 and 3 more`. */
export function namedPositions(positions: readonly Position[]): string {
  const names = positions.map(({ asset, position_id: id }) => `${asset} ${id.slice(0, 8)}`);
  return firstOf(names, MOST_NAMED);
}
