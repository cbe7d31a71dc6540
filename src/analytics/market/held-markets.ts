import type { Position } from "../../client/resources/position.js";
import { heldLegs } from "../position/held-legs.js";

/** How a pair is held: in its direction, or in the other one. */
export const HELD = ["same", "opposite"] as const;
export type Held = (typeof HELD)[number];

/** The long and the short market of each pair that is held, by their ids: `1 4`. */
export type HeldPairs = ReadonlySet<string>;

/** Returns the pairs of markets that positions hold. */
export function pairsOf(positions: readonly Position[]): HeldPairs {
  const pairs = positions.flatMap((position) => {
    const legs = heldLegs(position);
    const ids = (wanted: string) =>
      legs.flatMap(({ side, market_id: id }) => (side === wanted && id !== null ? [id] : []));
    return ids("long").flatMap((long) => ids("short").map((short) => `${long} ${short}`));
  });
  return new Set(pairs);
}

/** Returns how a pair is held; undefined if it is not. */
export function heldAs(
  held: HeldPairs | undefined,
  { long, short }: { readonly long: number; readonly short?: number | undefined },
): Held | undefined {
  if (held?.has(`${long} ${short}`)) return "same";
  return held?.has(`${short} ${long}`) ? "opposite" : undefined;
}

/** The side on which a market is held. */
export const HELD_SIDES = ["long", "short", "both"] as const;
export type HeldSide = (typeof HELD_SIDES)[number];

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
