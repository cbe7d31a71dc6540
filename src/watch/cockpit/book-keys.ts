/** Keys of the columns of the book that a list of positions has not. */
export const BOOK_KEYS = ["funding_per_day", "trend", "why"] as const;
