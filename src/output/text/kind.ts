/** Kind of a value, which decides its format in a table. Csv and json print the raw value. */
export type Kind =
  /** Free text from the service; cut with an ellipsis when figures need the space. */
  | "text"
  /** A sentence: wrapped between words, never cut. */
  | "prose"
  /** An identifier that may be shortened while it stays unique among the rows shown. */
  | "id"
  /** A whole number such as a count. */
  | "integer"
  /** An amount of an asset. */
  | "quantity"
  /** A price; its number of decimals depends on its size. */
  | "price"
  /** US dollars, two decimals, thousands separators. */
  | "usd"
  /** US dollars of a result, for a screen: whole ones from 10 up, millions in three digits. */
  | "money"
  /** US dollars of a size, for a screen: thousands in three digits from 10,000 up. */
  | "size"
  /** A number that is already a percentage. */
  | "percent"
  /** A percentage in two digits, for a screen: 3.9 %, 50 %. */
  | "share"
  /** A probability of 0 to 1: 83 %, <1 %, >99 %. */
  | "chance"
  /** Percent a year in two digits, without its sign, which its heading has. */
  | "yearly"
  /** A number in two digits: 5.1. */
  | "short"
  /** A multiple: 10x. */
  | "times"
  /** A decimal fraction shown as a percentage: 0.0001 is +0.0100%. */
  | "rate"
  /** An ISO 8601 time. */
  | "time"
  /** A number of milliseconds shown as 12d, 3h, 5m. */
  | "age"
  /** A number of days shown like an age. */
  | "days"
  /** Anything else: scalars as text, objects as JSON. */
  | "any";
