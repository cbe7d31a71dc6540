import type { Section } from "./page.js";
import type { Tone } from "./paint.js";
import type { Several } from "./several.js";

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

/** One column of a view: where its value comes from and how it looks. */
export interface Column<Row> {
  /** What `--columns` and `--sort` call it; for a field of the service its dotted path. */
  readonly key: string;
  /** Heading in a table; a csv file uses the key. */
  readonly header: string;
  /** What else `--columns` and `--sort` may call it, besides key, end of the key and heading. */
  readonly otherName?: string;
  readonly kind: Kind;
  /** The raw value, or {@link Several}. null and undefined mean that there is none. */
  readonly value: (row: Row) => unknown;
  /** True for a value that a table shows as not known, and that sorting puts last. */
  readonly unsure?: (row: Row) => boolean;
  /** Aligns texts like numbers, to the right. */
  readonly align?: "right";
  /** Shows the sign of positive numbers and colours gains and losses. */
  readonly signed?: boolean;
  /** The colour of a value whose sign is neither a gain nor a loss. */
  readonly tone?: (row: Row) => Tone | undefined;
  /**
   * Which column is dropped first when a table is too wide: texts, ids and times before everything
   * else, and of these the highest number. 0 always stays.
   */
  readonly priority?: number;
  /** Columns of the same group, such as the prices of both sides, are dropped or kept together. */
  readonly group?: string;
  /** A mark appended to the cell in a table, with the sentence that explains it once below. */
  readonly mark?: (row: Row) => Mark | undefined;
  /** Said behind the value in a table, for example "(48 of 50)". */
  readonly note?: (row: Row) => string | undefined;
  /** Leaves the cell of a table empty, for what the row above has told already. */
  readonly blank?: (row: Row, above: Row | undefined) => boolean;
}

export interface Mark {
  /** One character. */
  readonly sign: string;
  readonly meaning: string;
}

/** A value from the service together with the exact JSON text it was sent as. */
export interface Sourced<T> {
  readonly value: T;
  readonly source: string;
}

/** A labelled figure in the line below a table. */
export interface Total {
  readonly label: string;
  readonly kind: Kind;
  readonly value: unknown;
  readonly signed?: boolean;
  /** The colour of a figure whose sign is neither a gain nor a loss. */
  readonly tone?: Tone;
  /** Shows `~` before the figure: it is an estimate. */
  readonly about?: boolean | undefined;
  /** Appended to the figure on a page, which explains it once. */
  readonly mark?: Mark | undefined;
  /** Written right behind the figure, such as a unit. */
  readonly trail?: string;
  /** Said behind the figure, for example "48 of 50". */
  readonly note?: string;
}

/** How a list of T looks: one table of columns for every format. */
export interface View<T, Row = T> {
  /** The rows of one item; most views have one, positions by leg have several. */
  readonly rows: (item: T) => readonly Row[];
  readonly columns: readonly Column<Row>[];
  /** Keys shown when `--columns` is not given. */
  readonly defaults: { readonly table: readonly string[]; readonly csv: readonly string[] };
  /** Figures below the table, from the items shown: each group begins a line. */
  readonly totals?: (items: readonly T[]) => readonly (readonly Total[])[];
  /** One item as a page of its own. */
  readonly page?: (item: T) => readonly Section[];
  /** Said instead of a table without rows, for example "No positions." */
  readonly empty: string;
}
