import type { Leg } from "../../../client/resources/position.js";

/**
 * Returns the exchanges of a position, long before short: `binance/bybit+okx`. Positions are grouped
 * by pair, not by exchange, since the service reports earnings per position.
 */
export function pairOf(legs: readonly Pick<Leg, "side" | "exchange">[]): string {
  return `${exchangesOn(legs, "long") ?? "none"}/${exchangesOn(legs, "short") ?? "none"}`;
}

/** Returns the distinct exchanges of one side, sorted: `bybit+okx`; null without a leg. */
function exchangesOn(
  legs: readonly Pick<Leg, "side" | "exchange">[],
  side: Leg["side"],
): string | null {
  const names = legs.filter((leg) => leg.side === side).map(({ exchange }) => exchange);
  return names.length === 0 ? null : [...new Set(names)].sort().join("+");
}
