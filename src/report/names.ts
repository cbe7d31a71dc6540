import type { Position } from "../client/resources/position.js";

/** What names a position on the page. */
export type Named = Pick<Position, "position_id" | "asset">;

/** Returns the name of a position. */
export type NameOf = (position: Named) => string;

/** Length of a shortened id, as in tables. */
const SHORT_ID = 8;

/**
 * Names positions by asset and the beginning of the id; redacted by asset, with a number where there
 * are several of one.
 */
export function namesOf(positions: readonly Named[], redact: boolean): NameOf {
  if (!redact) return ({ asset, position_id: id }) => `${asset} ${id.slice(0, SHORT_ID)}`;
  const counts = new Map<string, number>();
  const names = new Map<string, string>();
  for (const { asset, position_id: id } of positions) {
    const count = (counts.get(asset) ?? 0) + 1;
    counts.set(asset, count);
    names.set(id, count === 1 ? asset : `${asset} #${count}`);
  }
  return ({ asset, position_id: id }) => names.get(id) ?? asset;
}
