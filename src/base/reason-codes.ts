/**
 * Reasons for attention, the most serious first: losses, then missing data. All are of a position, but for
 * `book_paying`, which is of all open positions together.
 */
export const REASON_CODES = [
  "unbalanced",
  "margin_thin",
  "losing",
  "paying",
  "fees_unearned",
  "book_paying",
  "legs_missing",
  "quantity_negative",
  "mark_missing",
  "net_pnl_unavailable",
  "performance_stale",
  "mark_stale",
] as const;

/** The reason of all open positions together. */
export const BOOK_REASON = "book_paying";

/** Reasons for a position to need attention. */
export type PositionReasonCode = Exclude<(typeof REASON_CODES)[number], typeof BOOK_REASON>;
export const POSITION_REASON_CODES = REASON_CODES.filter(
  (code): code is PositionReasonCode => code !== BOOK_REASON,
);

/** Checks of a position that lack data. They are reported, but are no reason by themselves. */
export const UNKNOWN_CODES = [
  "unreadable",
  "implausible",
  "funding_unknown",
  "not_settled",
  "market_unknown",
  "margin_unknown",
  "legs_unchecked",
] as const;

/** Every code that can be reported for a position. */
export const ALL_CODES = [...REASON_CODES, ...UNKNOWN_CODES] as const;
export type ReasonCode = (typeof ALL_CODES)[number];
