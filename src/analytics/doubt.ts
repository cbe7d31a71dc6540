import { decimal, sumOf } from "../base/decimal.js";
import type { Performance, Position } from "../client/resources/position.js";
import { hasNegativeQuantity, heldLegs } from "./held.js";
import { pricePnlOf } from "./leg.js";
import { sizeOf } from "./size.js";

/** Percent of the notional of the larger side by which marks may have moved on. */
const MOST_APART = "0.1";

/**
 * Whether a leg of an open position may be closed without the list saying so, which has no
 * close_price: a held leg has no mark price, or the price PnL of the legs is not what the performance
 * tells as unrealized. The position in full then decides. docs/analytics.md, "What is held".
 * @returns false of a position in full
 */
export function mayHideAClosedLeg(
  position: Pick<Position, "status" | "legs"> & { readonly performance?: Performance | undefined },
): boolean {
  const { performance, status, legs } = position;
  const held = heldLegs(position);
  if (status === "closed" || held.length === 0 || hasNegativeQuantity(position)) return false;
  if (legs.every((leg) => "close_price" in leg)) return false;
  if (held.some((leg) => leg.mark_price === null)) return true;
  const told = decimal(performance?.spread_pnl.unrealized ?? null);
  if (told === null) return false;
  const [own, size] = [sumOf(held.map(pricePnlOf)), sizeOf(position)];
  if (own === null || size === null) return true;
  return own.minus(told).abs().gt(size.times(MOST_APART).div(100));
}
