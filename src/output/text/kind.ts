/** How a value looks in a table. Csv and json print the raw value whatever its kind. */
export type Kind =
  /** Free text from the service; cut with an ellipsis where a figure needs its room. */
  | "text"
  /** A sentence: broken between words where it is too wide, never cut. */
  | "prose"
  /** An identifier that may be shortened as far as it stays unique among the rows shown. */
  | "id"
  /** A whole number such as a count. */
  | "integer"
  /** An amount of an asset. */
  | "quantity"
  /** A price; its decimals follow its magnitude. */
  | "price"
  /** US dollars, two decimals, thousands separators. */
  | "usd"
  /** A number that already is a percentage. */
  | "percent"
  /** A decimal fraction shown as a percentage: 0.0001 is +0.0100%. */
  | "rate"
  /** An ISO 8601 time. */
  | "time"
  /** A number of milliseconds shown as 12d, 3h, 5m. */
  | "age"
  /** A number of days shown like an age. */
  | "days"
  /** Anything else: scalars as text, the rest as JSON. */
  | "any";
