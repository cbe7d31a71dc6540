import type { Leg } from "../../../../src/client/resources/position.js";

/** A leg on a market, of which all that is not given is of no consequence to a run. */
export function leg(side: "long" | "short", market: number | null, quantity = 1): Leg {
  return {
    side,
    market_id: market,
    exchange: "x",
    symbol: "S",
    leverage: null,
    quantity,
    open_price: 1,
    mark_price: 1,
    mark_price_updated_at: null,
  };
}
