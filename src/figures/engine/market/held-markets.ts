import type { Position } from "../../../client/resources/position.js";
import { heldLegs } from "../position/held-legs.js";

/** The side on which a market is held. */
export type HeldSide = "long" | "short" | "both";

/** The sides of the markets that are held, by their ids. */
export type HeldSides = ReadonlyMap<number, HeldSide>;

/** Returns the sides of the markets that positions hold. */
export function sidesOf(positions: readonly Position[]): HeldSides {
  const sides = new Map<number, HeldSide>();
  for (const { side, market_id: id } of positions.flatMap((it) => heldLegs(it))) {
    if (id === null || (side !== "long" && side !== "short")) continue;
    const other = sides.get(id);
    sides.set(id, other === undefined || other === side ? side : "both");
  }
  return sides;
}
