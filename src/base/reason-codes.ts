/** Why somebody should look at a position, the gravest first: what is lost before what is not known. */
export const REASON_CODES = [
  "unbalanced",
  "margin_thin",
  "losing",
  "paying",
  "fees_unearned",
  "legs_missing",
  "quantity_negative",
  "mark_missing",
  "net_pnl_unavailable",
  "performance_stale",
  "mark_stale",
] as const;

/** What could not be judged of a position; told, and no reason by itself. */
export const UNKNOWN_CODES = [
  "funding_unknown",
  "not_settled",
  "market_unknown",
  "margin_unknown",
  "legs_unchecked",
] as const;

/** Every code that a position can be told with. */
export const ALL_CODES = [...REASON_CODES, ...UNKNOWN_CODES] as const;
export type ReasonCode = (typeof ALL_CODES)[number];
