/** Units of the service's own fields, which come without. */
export const UNITS = {
  funding_pnl: "USD",
  fees: "USD",
  spread_pnl: "USD, price PnL",
  net_pnl: "USD",
  apr: "percent a year",
  duration_days: "days",
  quantity: "units of the asset",
} as const;
