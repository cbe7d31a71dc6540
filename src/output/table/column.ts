import type { Kind } from "../text/kind.js";
import type { Tone } from "../text/paint.js";
import type { Several } from "../text/several.js";
import type { Mark, Marks } from "./mark.js";
import type { Section } from "./section.js";

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
  /** What a table shows instead of the value: a sign, explained once below, or nothing. */
  readonly sign?: (row: Row) => Mark | undefined;
  /** Marks appended to the cell in a table, with the sentences that explain them once below. */
  readonly mark?: (row: Row) => Marks;
  /** Said behind the value in a table, for example "(48 of 50)". */
  readonly note?: (row: Row) => string | undefined;
  /** Leaves the cell of a table empty, for what the row above has told already. */
  readonly blank?: (row: Row, above: Row | undefined) => boolean;
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
  readonly mark?: Marks;
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
