import * as z from "zod/mini";
import { described, time, word } from "./fields.js";
import { SIDES, STATUSES } from "./terms.js";

export const legListed = z.looseObject({
  side: word(SIDES, "Side of the leg: long or short."),
  market_id: described(z.nullable(z.int()), "Market identifier; null when it is unknown."),
  exchange: described(z.string(), "Exchange identifier."),
  symbol: described(z.string(), "Market symbol on the exchange."),
  leverage: described(z.nullable(z.number()), "Leverage, as a multiple."),
  quantity: described(z.number(), "Current quantity after size adjustments, in the asset."),
  open_price: described(z.nullable(z.number()), "Price at which the leg was opened."),
  mark_price: described(
    z.nullable(z.number()),
    "Latest available mark price for an open position.",
  ),
  mark_price_updated_at: described(
    z.nullable(time()),
    "Time the mark price was last updated (ISO 8601).",
  ),
});

export const legDetail = z.extend(legListed, {
  leg_id: described(z.guid(), "Leg identifier (uuid)."),
  close_price: described(
    z.nullable(z.number()),
    "Price at which the leg was closed; null while it is open.",
  ),
  open_fee_paid: described(
    z.number(),
    "Fee paid for opening the leg; its currency is not documented.",
  ),
  close_fee_paid: described(
    z.nullable(z.number()),
    "Fee paid for closing the leg, null while it is open; its currency is not documented.",
  ),
  funding: z.looseObject({
    calculated: described(
      z.number(),
      "Calculated funding for the leg; its currency is not documented.",
    ),
    override: described(
      z.nullable(z.number()),
      "Funding set by hand, used instead of the calculated one; null when none is set.",
    ),
  }),
});

export const performance = z.looseObject({
  funding_pnl: described(z.number(), "Funding PnL, USD."),
  fees: z.looseObject({
    paid: described(z.number(), "Fees already paid, USD."),
    estimated_exit: described(z.number(), "Estimated fee for exiting the active quantity, USD."),
  }),
  spread_pnl: z.looseObject({
    realized: described(z.number(), "Realized spread PnL, USD."),
    unrealized: described(z.number(), "Estimated spread PnL for the active quantity, USD."),
  }),
  net_pnl: described(
    z.nullable(z.number()),
    "Funding PnL plus realized and estimated spread PnL, minus paid and estimated exit fees, USD; null when required inputs are unavailable.",
  ),
  duration_days: described(z.number(), "Position duration, days."),
  apr: described(z.nullable(z.number()), "Annualized return, percent."),
  calculated_at: described(time(), "Time the values were calculated (ISO 8601)."),
});

const position_id = described(z.guid(), "Position identifier (uuid).");
const asset = described(z.string(), "Asset symbol.");
const status = word(STATUSES, "Status of the position: open or closed.");
const times = {
  opened_at: described(time(), "Time the position was opened (ISO 8601)."),
  closed_at: described(
    z.nullable(time()),
    "Time the position was closed (ISO 8601); null while it is open.",
  ),
};

export const positionSummary = z.looseObject({
  position_id,
  asset,
  status,
  ...times,
  legs: described(z.array(legListed), "Legs of the position."),
  performance: described(
    z.optional(performance),
    "Performance; present only when it was requested.",
  ),
});

export const positionDetail = z.looseObject({
  position_id,
  portfolio_id: described(z.guid(), "Owning portfolio (uuid)."),
  asset,
  status,
  note: described(z.nullable(z.string()), "Free note on the position."),
  ...times,
  legs: described(z.array(legDetail), "Legs of the position."),
  performance: described(
    z.optional(performance),
    "Performance; not documented for this endpoint, shown when the service sends it.",
  ),
});
