/** Keys of the columns that the book has and a list of positions lacks. */
export const BOOK_KEYS = ["funding_per_day", "trend", "why"] as const;
