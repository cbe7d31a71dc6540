import type { LegSummary, Position } from "../client/resources/position.js";

/** A position as far as it says what is held. */
export interface Holder<L extends LegSummary = LegSummary> {
  readonly status: Position["status"];
  readonly legs: readonly L[];
}

/** A leg of the list, or one in full, which has the price that it was closed at. */
type Closable = LegSummary & { readonly close_price?: number | null };

/**
 * What a leg holds, in the asset: nothing once the position, or the leg itself, is closed, whatever
 * quantity is told. docs/analytics.md, "What is held".
 */
export function heldQuantity(status: Position["status"], leg: Closable): number {
  return isClosed(status, leg) ? 0 : leg.quantity;
}

/** The legs that hold something: only they can lose, pay or be without a mark. */
export function heldLegs<L extends LegSummary>({ status, legs }: Holder<L>): L[] {
  return legs.filter((leg) => heldQuantity(status, leg) !== 0);
}

/** Whether a leg is told with less than nothing: `side` says which way it is, so this says nothing. */
export function hasNegativeQuantity({ legs }: Pick<Holder, "legs">): boolean {
  return legs.some(({ quantity }) => quantity < 0);
}

/** Whether something is closed that is still told with a quantity, which then counts as 0. */
export function contradictsItself({ status, legs }: Holder): boolean {
  return legs.some((leg) => leg.quantity !== 0 && isClosed(status, leg));
}

function isClosed(status: Position["status"], leg: Closable): boolean {
  return status === "closed" || (leg.close_price ?? null) !== null;
}
