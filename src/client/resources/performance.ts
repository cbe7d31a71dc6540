import * as z from "zod/mini";
import { decimalNumber, described, time } from "./fields.js";

export const performance = z.looseObject({
  funding_pnl: described(decimalNumber(), "Funding PnL, USD."),
  fees: z.looseObject({
    paid: described(decimalNumber(), "Fees already paid, USD."),
    estimated_exit: described(
      decimalNumber(),
      "Estimated fee for exiting the active quantity, USD.",
    ),
  }),
  spread_pnl: z.looseObject({
    realized: described(decimalNumber(), "Realized spread PnL, USD."),
    unrealized: described(decimalNumber(), "Estimated spread PnL for the active quantity, USD."),
  }),
  net_pnl: described(
    z.nullable(decimalNumber()),
    "Funding PnL plus realized and estimated spread PnL, minus paid and estimated exit fees, USD; null when required inputs are unavailable.",
  ),
  duration_days: described(decimalNumber(), "Position duration, days."),
  apr: described(z.nullable(decimalNumber()), "Annualized return, percent."),
  calculated_at: described(time(), "Time the values were calculated (ISO 8601)."),
});
