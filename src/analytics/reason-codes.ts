/** Why somebody should look at a position, the gravest first: what is lost before what is not known. */
export const REASON_CODES = [
  "unbalanced",
  "losing",
  "paying",
  "legs_missing",
  "quantity_negative",
  "mark_missing",
  "net_pnl_unavailable",
  "mark_stale",
] as const;

/** Why it cannot be told whether a position earns or pays. */
export const UNKNOWN_CODES = ["funding_unknown", "market_unknown"] as const;
