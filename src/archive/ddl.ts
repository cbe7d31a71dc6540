import { decimalsIn, TABLE_NAMES, TABLES, type Table, type TableName } from "./tables.js";

/** Databases for which views can be printed. */
export const DIALECTS = ["duckdb", "clickhouse", "postgres"] as const;
export type Dialect = (typeof DIALECTS)[number];

/** What the views are of. */
export interface DdlOptions {
  /** Path or URL of the archive. */
  readonly where: string;
  /** URL of an archive in a bucket, ending with `/`. */
  readonly url?: string | undefined;
  /** Tables that have files; engines refuse a pattern that matches none. */
  readonly tables: readonly TableName[];
}

/** How an engine says things. */
interface Sql {
  readonly head: string;
  /** A source that the views read. */
  readonly source: (name: TableName, where: string, url: string | undefined) => string;
  readonly decimal: (column: string) => string;
  /** The minute of a time, as a number. */
  readonly minute: (column: string) => string;
  /** Keeps the first row of each group. */
  readonly newest: (select: string, from: string, keys: readonly string[], order: string) => string;
}

/**
 * Returns statements that make a view `<table>` of the rows that count, and what it reads. The first
 * row by time of recording is taken whole: an aggregate such as arg_max skips null, and would undo a
 * correction to null.
 */
export function ddlOf(dialect: Dialect, { where, url, tables }: DdlOptions): string {
  const sql = ENGINES[dialect];
  const there = TABLE_NAMES.filter((name) => tables.includes(name));
  const sources = there.map((name) => sql.source(name, where, url));
  const views = there
    .filter((name) => there.includes("snapshots") || !needsSnapshots(name))
    .map((name) => viewOf(sql, name));
  return `${[sql.head, ...sources, ...views].join("\n\n")}\n`;
}

function needsSnapshots(name: TableName): boolean {
  return name === "positions" || name === "legs";
}

function viewOf(sql: Sql, name: TableName): string {
  const from = `${name}_rows`;
  const table: Table = TABLES[name];
  const columns = Object.keys(table.columns);
  const decimals = decimalsIn(table);
  const select = [
    ...columns.map((it) => (decimals.includes(it) ? `${sql.decimal(`r.${it}`)} AS ${it}` : it)),
    // With the name of its table: ClickHouse takes a bare one for the number of the same name.
    ...decimals.map((it) => `r.${it} AS ${it}_text`),
  ].join(",\n  ");
  // Rows of a snapshot that was never finished do not count.
  const rows = needsSnapshots(name)
    ? `(SELECT * FROM ${from} WHERE (portfolio_id, snapshot_at) IN (SELECT portfolio_id, snapshot_at FROM snapshots_rows))`
    : from;
  const [keys, order] = versionsOf(sql, name);
  return `CREATE OR REPLACE VIEW ${name} AS\n${sql.newest(select, `${rows} AS r`, keys, order)};`;
}

/** Returns what makes rows versions of one thing, and the order in which the first counts. */
function versionsOf(sql: Sql, name: TableName): readonly [keys: readonly string[], order: string] {
  const nulls = (column: string) => `${column} ASC NULLS FIRST`;
  switch (name) {
    case "funding":
      return [
        ["market_id", sql.minute("funding_time")],
        [
          "seen_at DESC",
          "funding_time ASC",
          ...["funding_rate_text", "mark_price_text", "funding_interval", "raw"].map(nulls),
        ].join(", "),
      ];
    case "funding_daily":
      return [["market_id", "day", "CASE WHEN day IS NULL THEN raw END"], "seen_at DESC, raw ASC"];
    case "markets":
      return [["market_id"], "seen_at DESC, raw ASC"];
    case "coverage":
      return [["market_id", "range_start", "seen_at"], "range_end DESC"];
    case "snapshots":
      return [["portfolio_id", "snapshot_at"], "positions DESC"];
    case "positions":
      return [["portfolio_id", "position_id", "snapshot_at"], nulls("calculated_at")];
    case "legs":
      return [["portfolio_id", "position_id", "snapshot_at", "leg"], "side ASC"];
  }
}

/** A first-row query that every engine with window functions takes. */
const byRowNumber: Sql["newest"] = (select, from, keys, order) =>
  [
    "SELECT * EXCLUDE (version) FROM (",
    `  SELECT *, row_number() OVER (PARTITION BY ${keys.join(", ")} ORDER BY ${order}) AS version`,
    `  FROM (SELECT\n  ${select}\n  FROM ${from}) AS typed`,
    ") AS versions WHERE version = 1",
  ].join("\n");

const ENGINES: Readonly<Record<Dialect, Sql>> = {
  duckdb: {
    head: [
      "-- carry archive, for DuckDB 1.0 or later. Each view has the rows that count; <table>_rows has every version.",
      "-- Decimals are exact to 18 places (`carry archive verify` counts longer ones), NULL from 10^20 on; the texts are in <column>_text.",
    ].join("\n"),
    source: (name, where) =>
      `CREATE OR REPLACE VIEW ${name}_rows AS\nSELECT * FROM read_parquet(${quoted(`${literalInGlob(where)}/${name}/*/*.parquet`)}, union_by_name = true, hive_partitioning = false)${laterColumns(name)};`,
    decimal: (column) => `TRY_CAST(${column} AS DECIMAL(38, 18))`,
    minute: (column) => `(epoch_ms(${column}) + 30000) // 60000`,
    newest: byRowNumber,
  },
  clickhouse: {
    head: [
      "-- carry archive, for ClickHouse. Each view has the rows that count; <table>_rows has every version.",
      "-- Decimals are exact to 18 places (`carry archive verify` counts longer ones), NULL from 10^20 on; the texts are in <column>_text.",
      "-- For a bucket the engine needs keys: in its environment, or as two more arguments of s3().",
    ].join("\n"),
    source: (name, where, url) =>
      `CREATE OR REPLACE VIEW ${name}_rows AS\nSELECT * FROM ${clickhouseSource(where, url, name)};`,
    decimal: (column) => `CAST(${column} AS Nullable(Decimal(38, 18)))`,
    minute: (column) => `intDiv(toUnixTimestamp64Milli(${column}) + 30000, 60000)`,
    newest: (select, from, keys, order) =>
      `SELECT * FROM (SELECT\n  ${select}\n  FROM ${from}) AS typed\nORDER BY ${keys.join(", ")}, ${order}\nLIMIT 1 BY ${keys.join(", ")}`,
  },
  postgres: {
    head: [
      "-- carry archive, for PostgreSQL 12 or later: tables to fill with COPY, and views of the rows that count.",
      '-- Fill a table:  carry archive export funding --versions -o csv | psql -c "\\copy funding_rows FROM STDIN WITH (FORMAT csv, HEADER)"',
      "-- numeric is exact at any length; the texts are in <column>_text.",
    ].join("\n"),
    source: (name) =>
      `CREATE TABLE IF NOT EXISTS ${name}_rows (\n  ${postgresColumns(name)}\n);${addedColumns(name)}`,
    decimal: (column) => `CAST(${column} AS numeric)`,
    minute: (column) => `floor((extract(epoch FROM ${column}) * 1000 + 30000) / 60000)`,
    newest: (select, from, keys, order) =>
      `SELECT DISTINCT ON (${keys.join(", ")}) * FROM (SELECT\n  ${select}\n  FROM ${from}) AS typed\nORDER BY ${keys.join(", ")}, ${order}`,
  },
};

/** Returns the columns that an archive of before may lack. All are texts. */
function laterOf(name: TableName): string[] {
  const { columns }: Table = TABLES[name];
  return Object.keys(columns).filter((it) => columns[it]?.isLater);
}

/** Adds the columns that a table of before lacks. */
function addedColumns(name: TableName): string {
  const added = laterOf(name).map((it) => `ADD COLUMN IF NOT EXISTS ${it} text`);
  return added.length === 0 ? "" : `\nALTER TABLE ${name}_rows ${added.join(", ")};`;
}

/** Adds the columns that no file may have; DuckDB knows only those of the files. */
function laterColumns(name: TableName): string {
  const none = laterOf(name)
    .map((column) => `CAST(NULL AS VARCHAR) AS ${column}`)
    .join(", ");
  return none === "" ? "" : `\nUNION ALL BY NAME SELECT ${none} WHERE false`;
}

function postgresColumns(name: TableName): string {
  const types = { integer: "bigint", small: "integer", time: "timestamptz", text: "text" } as const;
  return Object.entries((TABLES[name] as Table).columns)
    .map(([column, { kind, nullable }]) => `${column} ${types[kind]}${nullable ? "" : " NOT NULL"}`)
    .join(",\n  ");
}

function clickhouseSource(where: string, url: string | undefined, name: TableName): string {
  const structure = quoted(clickhouseColumns(name));
  if (url === undefined)
    return `file(${quoted(`${where}/${name}/*/*.parquet`)}, Parquet, ${structure})`;
  return `s3(${quoted(`${url}${name}/*/*.parquet`)}, 'Parquet', ${structure})`;
}

/* Named, since the first file that ClickHouse finds may lack a column, or have no null in another. */
function clickhouseColumns(name: TableName): string {
  const types = {
    ...{ integer: "Int64", small: "Int32", time: "DateTime64(3, 'UTC')", text: "String" },
  } as const;
  return Object.entries((TABLES[name] as Table).columns)
    .map(([column, { kind, nullable }]) => {
      return `${column} ${nullable ? `Nullable(${types[kind]})` : types[kind]}`;
    })
    .join(", ");
}

/**
 * Escapes what DuckDB takes for a pattern: a special character becomes a class of itself. There is no
 * class of a backslash; a path of Windows has slashes instead, another one any character there.
 */
function literalInGlob(path: string): string {
  const backslash = /^([a-z]:|\\)\\/i.test(path) ? "/" : "?";
  return path.replace(/[[*?]/g, "[$&]").replaceAll("\\", backslash);
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
