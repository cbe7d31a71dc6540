import type { Leg, Position } from "../../client/resources/position.js";
import { isSide, SIDES } from "../../client/resources/words.js";
import { heldLegs } from "./position/legs.js";

export type Side = (typeof SIDES)[number];

/** One value for each side of a hedge. */
export type BySide<T> = Readonly<Record<Side, T>>;

/** Applies a function to both sides. */
export function bySide<T>(of: (side: Side) => T): BySide<T> {
  return { long: of("long"), short: of("short") };
}

/** The side on which a market is held. */
export type HeldSide = Side | "both";

/** Returns the sides of the markets that positions hold, by the ids of the markets. */
export function sidesOf(positions: readonly Position[]): ReadonlyMap<number, HeldSide> {
  const sides = new Map<number, HeldSide>();
  for (const { side, market_id: id } of positions.flatMap((it) => heldLegs(it))) {
    if (id === null || !isSide(side)) continue;
    const other = sides.get(id);
    sides.set(id, other === undefined || other === side ? side : "both");
  }
  return sides;
}

/**
 * Returns the exchanges of a position, long before short: `binance/bybit+okx`. Positions are grouped
 * by pair, not by exchange, since the service reports earnings per position.
 */
export function pairOf(legs: readonly Pick<Leg, "side" | "exchange">[]): string {
  return SIDES.map((side) => {
    const names = legs.filter((leg) => leg.side === side).map(({ exchange }) => exchange);
    return [...new Set(names)].sort().join("+") || "none";
  }).join("/");
}
