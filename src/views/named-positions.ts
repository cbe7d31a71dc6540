import type { Position } from "../client/resources/position.js";

/** Maximum number of positions that are named. */
const MOST_NAMED = 5;

/** Names positions by asset and the beginning of the id: `ETH 2bfd2331, XRP 297e2f10 and 3 more`. */
export function namedPositions(positions: readonly Position[]): string {
  const names = positions
    .slice(0, MOST_NAMED)
    .map(({ asset, position_id }) => `${asset} ${position_id.slice(0, 8)}`);
  const rest = positions.length - names.length;
  return `${names.join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`;
}
