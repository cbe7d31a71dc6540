import * as z from "zod/mini";
import { decimalNumber, described, identifier, time, word } from "./fields.js";
import { SIDES } from "./words.js";

export const legListed = z.looseObject({
  side: word(SIDES, "Side of the leg: long or short."),
  market_id: described(z.nullable(z.int()), "Market identifier; null when it is unknown."),
  exchange: described(z.string(), "Exchange identifier."),
  symbol: described(z.string(), "Market symbol on the exchange."),
  leverage: described(z.nullable(decimalNumber()), "Leverage, as a multiple."),
  quantity: described(decimalNumber(), "Current quantity after size adjustments, in the asset."),
  open_price: described(z.nullable(decimalNumber()), "Price at which the leg was opened."),
  mark_price: described(
    z.nullable(decimalNumber()),
    "Latest available mark price for an open position.",
  ),
  mark_price_updated_at: described(
    z.nullable(time()),
    "Time the mark price was last updated (ISO 8601).",
  ),
});

export const legDetail = z.extend(legListed, {
  leg_id: described(identifier(), "Leg identifier (uuid)."),
  close_price: described(
    z.nullable(decimalNumber()),
    "Price at which the leg was closed; null while it is open.",
  ),
  open_fee_paid: described(
    decimalNumber(),
    "Fee paid for opening the leg; its currency is not documented.",
  ),
  close_fee_paid: described(
    z.nullable(decimalNumber()),
    "Fee paid for closing the leg, null while it is open; its currency is not documented.",
  ),
  funding: z.looseObject({
    calculated: described(
      decimalNumber(),
      "Calculated funding for the leg; its currency is not documented.",
    ),
    override: described(
      z.nullable(decimalNumber()),
      "Funding set by hand, used instead of the calculated one; null when none is set.",
    ),
  }),
});
