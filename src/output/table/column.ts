import type { FormatContext, Several } from "../text/format.js";
import type { Section, Tone } from "../text/look.js";
import type { Kind } from "../text/numbers.js";

/** A column of a view: its value and its appearance. */
export interface Column<Row> {
  /** Name in `--columns` and `--sort`; for a field of the service its dotted path. */
  readonly key: string;
  /** Heading in a table; a csv file uses the key. */
  readonly header: string;
  readonly kind: Kind;
  /** Returns the raw value, or {@link Several}. null and undefined mean that it is missing. */
  readonly value: (row: Row) => unknown;
  /** Returns the value for programs and for sorting, where a table shows another. */
  readonly raw?: (row: Row) => unknown;
  /** Whether it is what a figure rests on, which lists of columns leave out. */
  readonly isDetail?: boolean;
  /** Reports whether a table shows the value as unknown, and sorting puts it last. */
  readonly unsure?: (row: Row) => boolean;
  /** Whether its texts are never cut, since they are typed again. */
  readonly isWhole?: true | undefined;
  /** Aligns texts to the right, like numbers. */
  readonly align?: "right";
  /** Shows the sign of positive numbers. */
  readonly signed?: boolean;
  /** Reports whether a value is an estimate, which a table shows dim, with `~` before it. */
  readonly about?: (row: Row) => boolean;
  /** Returns the colour of a value: red for danger, never for a negative sign. */
  readonly tone?: (row: Row) => Tone | undefined;
  /**
   * Order in which columns are dropped from a table that is too wide: texts, ids and times first,
   * then the highest number. A column of priority 0 is never dropped.
   */
  readonly priority?: number;
  /** Whether it is left out of a narrow table without a word: a wide one has it besides. */
  readonly isOptional?: true | undefined;
  /** Width to which a sentence is wrapped before columns are dropped; default 40. */
  readonly narrowest?: number | undefined;
  /** Columns of the same group, such as the prices of both sides, are dropped or kept together. */
  readonly group?: string | undefined;
  /** Returns the text that a table shows, and a shorter one for a narrow table; undefined for the value. */
  readonly texts?: (
    row: Row,
    look: FormatContext,
  ) => readonly [text: string, short?: string] | undefined;
  /** Reports whether the cell of a table is left empty, since the row above shows the value. */
  readonly blank?: (row: Row, above: Row | undefined) => boolean;
}

/** A labelled value of a page. */
export interface Labelled {
  readonly label: string;
  readonly kind: Kind;
  readonly value: unknown;
}

/** Presentation of a list of T: the columns for every format. */
export interface View<T, Row = T> {
  /** Returns the rows of an item: usually one, several for positions by leg. */
  readonly rows: (item: T) => readonly Row[];
  /** Whether it lists records of the service: in a pipe, its table stands alone. */
  readonly isListing?: true;
  readonly columns: readonly Column<Row>[];
  /** Keys of the columns shown without `--columns`; `wide` are those of `--wide`. */
  readonly defaults: {
    readonly table: readonly string[];
    readonly wide?: readonly string[];
    readonly csv: readonly string[];
  };
  /** Returns the sections above the table: the verdict, and what filters left out. */
  readonly head?: (items: readonly T[]) => readonly Section[];
  /** Returns the sections below the table: footnotes. */
  readonly foot?: (items: readonly T[]) => readonly Section[];
  /** Returns the page of one item. */
  readonly page?: (item: T) => readonly Section[];
  /** Note instead of a table without rows, for example "No positions." */
  readonly empty: string;
}
