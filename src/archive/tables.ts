/**
 * What a column holds, and its Parquet type:
 * - `integer`: a whole number (INT64); `small`: one of up to {@link LARGEST_SMALL} (INT32).
 * - `time`: milliseconds since the epoch (TIMESTAMP, milliseconds, UTC).
 * - `text`: a text (STRING), also for decimals, which stay as the service wrote them.
 */
type ColumnKind = "integer" | "small" | "time" | "text";

/** Largest absolute value in a `small` column. */
export const LARGEST_SMALL = 2 ** 31 - 1;

/** A column of a table. */
export interface ColumnSpec {
  readonly kind: ColumnKind;
  /** Whether the value may be missing (null). */
  readonly nullable: boolean;
  /** Meaning and unit. */
  readonly about: string;
}

type ValueOf<C extends ColumnSpec> =
  | (C["kind"] extends "text" ? string : number)
  | (C["nullable"] extends true ? null : never);

type Columns = Readonly<Record<string, ColumnSpec>>;

/** A table of the archive: the one definition that writing, reading and export follow. */
export interface Table<C extends Columns = Columns> {
  /** Name of the directory. */
  readonly name: string;
  readonly about: string;
  readonly columns: C;
  /** Columns by which the rows of a file are sorted. */
  readonly sort: readonly (keyof C & string)[];
  /** Column with the moment at which rows were recorded; the newest of a file is in its name. */
  readonly recorded: keyof C & string;
  /** Column whose UTC month is the partition. */
  readonly month: keyof C & string;
  /** Whether its rows are what only a key gives access to. */
  readonly isPrivate?: true;
}

/** A row of a table. */
export type RowOf<T extends Table> = {
  readonly [K in keyof T["columns"]]: ValueOf<T["columns"][K]>;
};

/** Returns the portfolio of a row, below which its file lies; undefined for a public table. */
export function ownerOf({ isPrivate }: Table, row: object): string | undefined {
  return isPrivate === true ? (row as PositionRow).portfolio_id : undefined;
}

/** A row of any table. */
export type AnyRow = Readonly<Record<string, number | string | null>>;

const column = <const K extends ColumnKind>(kind: K, about: string) =>
  ({ kind, nullable: false, about }) as const;
const optional = <const K extends ColumnKind>(kind: K, about: string) =>
  ({ kind, nullable: true, about }) as const;
const table = <const T extends Table>(definition: T): T => definition;

/** Columns by which the rows of a snapshot, and those of an answer, are dated and partitioned. */
const OF_SNAPSHOT = {
  ...({ recorded: "snapshot_at", month: "snapshot_at" } as const),
  isPrivate: true,
} as const;
const OF_ANSWER = { recorded: "seen_at", month: "seen_at" } as const;

const MARKET_ID = column("integer", "Market identifier.");
const SEEN_AT = column("time", "When the service said so; of several rows the newest counts.");
const SNAPSHOT_AT = column("time", "When the positions were listed.");
const POSITION_ID = column("text", "Position identifier (uuid).");
const PORTFOLIO_ID = column("text", "Portfolio identifier (uuid).");
const RAW = optional(
  "text",
  "JSON as sent, where it has fields that no column holds, or that cannot be read.",
);

export const FUNDING = table({
  name: "funding",
  about: "Settled funding events.",
  columns: {
    market_id: MARKET_ID,
    funding_time: column("time", "Time of the event."),
    funding_time_text: optional("text", "That time as sent, unless it is `…+00:00` to the second."),
    funding_rate: optional("text", "Settled rate, a decimal fraction of the notional, as sent."),
    mark_price: optional("text", "Mark price at the event, as sent."),
    funding_interval: optional(
      "small",
      "Funding period; its unit is not documented. Where it needs more than 32 bits, raw has it.",
    ),
    seen_at: SEEN_AT,
    raw: RAW,
  },
  sort: ["market_id", "funding_time", "seen_at"],
  recorded: "seen_at",
  month: "funding_time",
});

export const COVERAGE = table({
  name: "coverage",
  about: "Ranges for which the settled funding of a market was requested and answered.",
  columns: {
    market_id: MARKET_ID,
    range_start: column("time", "Beginning of the range, inclusive."),
    range_end: column("time", "End of the range, exclusive."),
    seen_at: column("time", "When the service answered."),
    events: column(
      "small",
      "Number of events in the answer, one a minute; of joined ones the most.",
    ),
    oldest: optional("time", "Time of the oldest of them."),
    newest: optional("time", "Time of the newest of them."),
    request: column(
      "text",
      "Path and query that were asked first, with `start` for whatever the service calls it.",
    ),
  },
  sort: ["market_id", "range_start", "seen_at"],
  ...OF_ANSWER,
});

export const POSITIONS = table({
  name: "positions",
  about: "Positions as they were at a snapshot, with their performance in USD.",
  columns: {
    portfolio_id: PORTFOLIO_ID,
    position_id: POSITION_ID,
    snapshot_at: SNAPSHOT_AT,
    calculated_at: optional("time", "When the performance was calculated."),
    asset: column("text", "Asset symbol."),
    status: column("text", "open or closed, or another word that the service sent."),
    opened_at: optional("time", "When the position was opened; null when that cannot be read."),
    closed_at: optional("time", "When it was closed; null while it is open."),
    funding_pnl: optional("text", "Funding PnL."),
    fees_paid: optional("text", "Fees already paid."),
    fees_estimated_exit: optional("text", "Estimated fee of an exit."),
    spread_realized: optional("text", "Realized price PnL."),
    spread_unrealized: optional("text", "Unrealized price PnL."),
    net_pnl: optional("text", "Net PnL; null when the service sent null."),
    duration_days: optional("text", "Duration, days."),
    apr: optional("text", "Annualized return, percent; null when the service sent null."),
    gross_notional: optional(
      "text",
      "Sum of quantity x mark price of the legs; null when a mark price is missing.",
    ),
    raw: RAW,
  },
  sort: ["portfolio_id", "position_id", "snapshot_at"],
  ...OF_SNAPSHOT,
});

export const LEGS = table({
  name: "legs",
  about: "Legs of the positions as they were at a snapshot.",
  columns: {
    portfolio_id: PORTFOLIO_ID,
    position_id: POSITION_ID,
    snapshot_at: SNAPSHOT_AT,
    leg: column("small", "Place of the leg in its position, from 0."),
    side: column("text", "long or short, or another word that the service sent."),
    market_id: optional("integer", "Market identifier; null when it is unknown."),
    exchange: column("text", "Exchange identifier."),
    symbol: column("text", "Market symbol on the exchange."),
    leverage: optional("text", "Leverage, a multiple."),
    quantity: optional("text", "Quantity in the asset; null when it cannot be read."),
    open_price: optional("text", "Price at which the leg was opened."),
    mark_price: optional("text", "Mark price."),
    mark_price_updated_at: optional("time", "When the mark price was updated."),
  },
  sort: ["portfolio_id", "position_id", "snapshot_at", "leg"],
  ...OF_SNAPSHOT,
});

export const SNAPSHOTS = table({
  name: "snapshots",
  about: "Complete listings of a portfolio; rows of positions and legs without one do not count.",
  columns: {
    portfolio_id: PORTFOLIO_ID,
    snapshot_at: SNAPSHOT_AT,
    oldest_calculated_at: optional("time", "Oldest calculated_at of the open positions."),
    positions: column("small", "Number of positions."),
    position_ids: column("text", "Their identifiers, a JSON array."),
  },
  sort: ["portfolio_id", "snapshot_at"],
  ...OF_SNAPSHOT,
});

export const MARKETS = table({
  name: "markets",
  about: "Records of the public market listing, written when what names a market changed.",
  columns: { market_id: MARKET_ID, seen_at: SEEN_AT, raw: column("text", "JSON as sent.") },
  sort: ["market_id", "seen_at"],
  ...OF_ANSWER,
});

/** All tables in the order of writing: one that completes another comes after it. */
export const TABLES = {
  funding: FUNDING,
  markets: MARKETS,
  coverage: COVERAGE,
  positions: POSITIONS,
  legs: LEGS,
  snapshots: SNAPSHOTS,
} as const satisfies Readonly<Record<string, Table>>;

export type TableName = keyof typeof TABLES;

/** The names of the tables in the order of writing. */
export const TABLE_NAMES = Object.keys(TABLES) as readonly TableName[];

export type FundingRow = RowOf<typeof FUNDING>;
export type CoverageRow = RowOf<typeof COVERAGE>;
export type PositionRow = RowOf<typeof POSITIONS>;
export type LegRow = RowOf<typeof LEGS>;
export type SnapshotRow = RowOf<typeof SNAPSHOTS>;
export type MarketRow = RowOf<typeof MARKETS>;

/** The values of one column, one for each row. */
export type Values = ArrayLike<number | string | null>;

/** Some rows of a table, column by column. */
export interface Batch<T extends Table = Table> {
  readonly length: number;
  readonly columns: {
    readonly [K in keyof T["columns"]]: ArrayLike<RowOf<T>[K]>;
  };
}

/** Rows `from` (inclusive) to `to` (exclusive) of a batch, which follow one another. */
export interface Run<T extends Table = Table> {
  readonly batch: Batch<T>;
  readonly from: number;
  readonly to: number;
}

/** Returns one row of a batch. */
export function rowAt<T extends Table>(table: T, batch: Batch<T>, index: number): RowOf<T> {
  const row: Record<string, unknown> = {};
  for (const name in table.columns) row[name] = (batch.columns[name] as Values)[index];
  return row as RowOf<T>;
}

/** Compares two rows by the order of their table. */
export function compareRows<T extends Table>(table: T, a: RowOf<T>, b: RowOf<T>): number {
  for (const name of table.sort) {
    const order = compareValues(a[name] as Values[number], b[name] as Values[number]);
    if (order !== 0) return order;
  }
  return 0;
}

/** Orders numbers by size, texts by their UTF-16 units, and null first. */
export function compareValues(a: Values[number], b: Values[number]): number {
  if (a === b) return 0;
  if (a === null) return -1;
  if (b === null) return 1;
  return a < b ? -1 : 1;
}
