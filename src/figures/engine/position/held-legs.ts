import type { Leg, Position } from "../../../client/resources/position.js";

import { isSide, SIDES } from "../../../client/resources/words.js";

/** The fields of a position that determine what is held. */
export interface Holder<L extends Leg = Leg> {
  readonly status: Position["status"];
  readonly legs: readonly L[];
}

/** What is held, and of which asset: quantities are in its units. */
export interface AssetHolder<L extends Leg = Leg> extends Holder<L> {
  readonly asset: string;
}

/** A leg of a listing, or of a full position, which also has its closing price. */
type Closable = Leg & { readonly close_price?: number | null };

/**
 * Returns the quantity that a leg holds, in the asset: 0 if the position or the leg is closed,
 * whatever its quantity field; `NaN` if the status or the side is an unknown word.
 */
export function heldQuantity(status: Position["status"], leg: Closable): number {
  if (isClosed(status, leg)) return 0;
  return status === "open" && isSide(leg.side) ? leg.quantity : Number.NaN;
}

/** Returns the legs that hold something. Only these can lose, pay or lack a mark price. */
export function heldLegs<L extends Leg>({ status, legs }: Holder<L>): L[] {
  return legs.filter((leg) => heldQuantity(status, leg) !== 0);
}

/** Returns the sides of an open position on which nothing is held; none where that cannot be counted. */
export function emptySides(position: Holder): (typeof SIDES)[number][] {
  if (position.status !== "open" || whyUncountable(position) !== undefined) return [];
  const held = heldLegs(position);
  return SIDES.filter((side) => held.every((leg) => leg.side !== side));
}

/** Reports whether a leg has a negative quantity, which is invalid: `side` gives the direction. */
function hasNegativeQuantity({ legs }: Pick<Holder, "legs">): boolean {
  return legs.some(({ quantity }) => quantity < 0);
}

/**
 * Returns why nothing can be computed from the quantities of a position: one is negative or cannot be
 * read, or the status or a side is an unknown word.
 */
export function whyUncountable({ status, legs }: Holder): Uncountable | undefined {
  if (hasNegativeQuantity({ legs })) return "quantity_negative";
  return legs.some((leg) => Number.isNaN(heldQuantity(status, leg))) ? "unreadable" : undefined;
}
export type Uncountable = "quantity_negative" | "unreadable";

/** Reports whether a closed leg still has a quantity, which then counts as 0. */
export function contradictsItself({ status, legs }: Holder): boolean {
  return legs.some((leg) => leg.quantity !== 0 && isClosed(status, leg));
}

function isClosed(status: Position["status"], leg: Closable): boolean {
  return status === "closed" || (leg.close_price ?? null) !== null;
}
