import { type ColumnSpec, TABLES, type Table, type TableName } from "./tables.js";

/** Databases for which views can be printed. */
export const DIALECTS = ["duckdb", "clickhouse", "postgres"] as const;
export type Dialect = (typeof DIALECTS)[number];

/** SQL of an engine. */
export interface Sql {
  readonly head: string;
  /** Creates `<table>_rows`: every version, with the `month` of the path if files are read in place. */
  readonly source: (name: TableName, where: string, url: string | undefined) => string;
  readonly view: (name: string, about: string, query: string) => string;
  /** Creates what gives the rows of a view as of a moment, {@link Sql.moment} in the query. */
  readonly asOf: (view: string, name: string, query: string) => string;
  readonly moment: string;
  readonly decimal: (column: string) => string;
  /** A UUID; null for a text that is none. */
  readonly uuid: (column: string) => string;
  /** The minute of a time, as a number. */
  readonly minute: (column: string) => string;
  /** The month of a row of `<table>_rows`, such as 2026-05. */
  readonly month: (table: Table) => string;
  /** A text of a JSON object; null or empty when there is none. */
  readonly jsonText: (column: string, key: string) => string;
  /** Makes a row of each text of a JSON array. */
  readonly jsonTexts: (column: string) => string;
  /** Keeps the first row of each group. */
  readonly newest: (select: string, from: string, keys: readonly string[], order: string) => string;
  /** Joins to each row `s` the newest row `p` of a view with the same keys, up to its snapshot_at. */
  readonly joinUpTo: (view: string, keys: readonly string[]) => string;
}

/** Keeps the first row by a window function; `EXCLUDE` is DuckDB's. */
const byRowNumber: Sql["newest"] = (select, from, keys, order) =>
  [
    "SELECT * EXCLUDE (version) FROM (",
    `  SELECT *, row_number() OVER (PARTITION BY ${keys.join(", ")} ORDER BY ${order}) AS version`,
    `  FROM (SELECT\n  ${select}\n  FROM ${from}) AS typed`,
    ") AS versions WHERE version = 1",
  ].join("\n");

const view = (name: string, query: string) => `CREATE OR REPLACE VIEW ${name} AS\n${query}`;
const commented: Sql["view"] = (name, about, query) =>
  `${view(name, query)};\nCOMMENT ON VIEW ${name} IS ${quoted(about)};`;

/** Joins as DuckDB and ClickHouse do it. */
const asOfJoin: Sql["joinUpTo"] = (from, keys) => {
  const same = keys.map((key) => `s.${key} = p.${key} AND `).join("");
  return `ASOF JOIN ${from} AS p ON ${same}s.snapshot_at >= p.snapshot_at`;
};

export const ENGINES: Readonly<Record<Dialect, Sql>> = {
  duckdb: {
    head: [
      "-- carry archive, for DuckDB 1.0 or later. Each view has the rows that count; <table>_rows has every version.",
      "-- Decimals are exact to 18 places (`carry archive verify` counts longer ones), NULL from 10^20 on; the texts are in <column>_text.",
    ].join("\n"),
    source: (name, where) =>
      `CREATE OR REPLACE VIEW ${name}_rows AS
SELECT * EXCLUDE (filename), regexp_extract(filename, 'month=(.{7})[/\\\\][^/\\\\]*$', 1) AS month
FROM read_parquet(${quoted(`${literalInGlob(where)}/${filesOf(name)}`)}, union_by_name = true, hive_partitioning = false, filename = true)${laterColumns(name)};`,
    view: commented,
    asOf: (_, name, query) => `CREATE OR REPLACE MACRO ${name}(t) AS TABLE\n${query};`,
    moment: "CAST(t AS TIMESTAMPTZ)",
    decimal: (column) => `TRY_CAST(${column} AS DECIMAL(38, 18))`,
    uuid: (column) => `TRY_CAST(${column} AS UUID)`,
    minute: (column) => `(epoch_ms(${column}) + 30000) // 60000`,
    month: () => "month",
    jsonText: (column, key) => `json_extract_string(${column}, '$.${key}')`,
    jsonTexts: (column) => `unnest(from_json(${column}, '["VARCHAR"]'))`,
    newest: byRowNumber,
    joinUpTo: asOfJoin,
  },
  clickhouse: {
    head: [
      "-- carry archive, for ClickHouse. Each view has the rows that count; <table>_rows has every version.",
      "-- Decimals are exact to 18 places (`carry archive verify` counts longer ones), NULL from 10^20 on; the texts are in <column>_text.",
      "-- For a bucket the engine needs keys: in its environment, or as two more arguments of s3().",
    ].join("\n"),
    source: (name, where, url) =>
      `CREATE OR REPLACE VIEW ${name}_rows AS
SELECT *, extract(_path, 'month=(.{7})/+[^/]*$') AS month FROM ${clickhouseSource(where, url, name)};`,
    view: (name, about, query) => `${view(name, query)}\nCOMMENT ${quoted(about)};`,
    asOf: (_, name, query) => `${view(name, query)};`,
    moment: "{t:DateTime64(3, 'UTC')}",
    decimal: (column) => `CAST(${column} AS Nullable(Decimal(38, 18)))`,
    uuid: (column) => `toUUIDOrNull(${column})`,
    minute: (column) => `intDiv(toUnixTimestamp64Milli(${column}) + 30000, 60000)`,
    month: () => "month",
    jsonText: (column, key) => `JSONExtractString(${column}, ${quoted(key)})`,
    jsonTexts: (column) => `arrayJoin(JSONExtract(${column}, 'Array(String)'))`,
    joinUpTo: asOfJoin,
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
      `CREATE TABLE IF NOT EXISTS ${name}_rows (\n  ${postgresColumns(name)}\n);${addedColumns(name)}${postgresIndexes(name)}`,
    view: commented,
    asOf: (of, name, query) =>
      `CREATE OR REPLACE FUNCTION ${name}(t timestamptz) RETURNS SETOF ${of} LANGUAGE sql STABLE AS $$\n${query}\n$$;`,
    moment: "t",
    decimal: (column) => `CAST(${column} AS numeric)`,
    uuid: (column) =>
      `CASE WHEN ${column} ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' THEN CAST(${column} AS uuid) END`,
    minute: (column) => `floor((extract(epoch FROM ${column}) * 1000 + 30000) / 60000)`,
    month: ({ month }) => postgresMonth(month),
    jsonText: (column, key) => `(CAST(${column} AS json) ->> ${quoted(key)})`,
    jsonTexts: (column) => `json_array_elements_text(CAST(${column} AS json))`,
    joinUpTo: (from, keys) => {
      const same = keys.map((key) => `o.${key} = s.${key} AND `).join("");
      return `CROSS JOIN LATERAL (SELECT * FROM ${from} AS o WHERE ${same}o.snapshot_at <= s.snapshot_at ORDER BY o.snapshot_at DESC LIMIT 1) AS p`;
    },
    newest: (select, from, keys, order) =>
      `SELECT DISTINCT ON (${keys.join(", ")}) * FROM (SELECT\n  ${select}\n  FROM ${from}) AS typed\nORDER BY ${keys.join(", ")}, ${order}`,
  },
};

/** Returns a pattern of the files of a table; those of a portfolio may lie in directories of their own. */
function filesOf(name: TableName): string {
  const { isPrivate }: Table = TABLES[name];
  return `${name}/${isPrivate === true ? "**" : "*"}/*.parquet`;
}

/** Returns the columns that files of an older carry may lack. */
function laterOf(name: TableName): [name: string, column: ColumnSpec][] {
  return Object.entries((TABLES[name] as Table).columns).filter(([, { isLater }]) => isLater);
}

const POSTGRES_TYPES = {
  ...{ integer: "bigint", small: "integer", time: "timestamptz", text: "text" },
} as const;

/** Adds the columns that a table made by an older carry lacks. */
function addedColumns(name: TableName): string {
  const added = laterOf(name).map(
    ([it, { kind }]) => `ADD COLUMN IF NOT EXISTS ${it} ${POSTGRES_TYPES[kind]}`,
  );
  return added.length === 0 ? "" : `\nALTER TABLE ${name}_rows ${added.join(", ")};`;
}

/** Adds the columns that perhaps no file has, since DuckDB takes the columns from the files. */
function laterColumns(name: TableName): string {
  const none = laterOf(name)
    .map(([it, { kind }]) => `CAST(NULL AS ${POSTGRES_TYPES[kind]}) AS ${it}`) // DuckDB knows these types
    .join(", ");
  return none === "" ? "" : `\nUNION ALL BY NAME SELECT ${none} WHERE false`;
}

/** Creates the indexes for queries of a market and a time, and of a month. */
function postgresIndexes(name: TableName): string {
  const table: Table = TABLES[name];
  const index = (of: string, columns: string) =>
    `\nCREATE INDEX IF NOT EXISTS ${name}_rows_${of} ON ${name}_rows (${columns});`;
  return index("sorted", table.sort.join(", ")) + index("month", `(${postgresMonth(table.month)})`);
}

/** Uses immutable functions only, so that it can be indexed; to_char is not immutable. */
function postgresMonth(column: string): string {
  const time = `(${column} AT TIME ZONE 'UTC' + interval '30 seconds')`;
  const part = (name: string, digits: number) =>
    `lpad(CAST(CAST(extract(${name} FROM ${time}) AS integer) AS text), ${digits}, '0')`;
  return `${part("year", 4)} || '-' || ${part("month", 2)}`;
}

function postgresColumns(name: TableName): string {
  return Object.entries((TABLES[name] as Table).columns)
    .map(
      ([column, { kind, nullable }]) =>
        `${column} ${POSTGRES_TYPES[kind]}${nullable ? "" : " NOT NULL"}`,
    )
    .join(",\n  ");
}

function clickhouseSource(where: string, url: string | undefined, name: TableName): string {
  const structure = quoted(clickhouseColumns(name));
  if (url === undefined)
    return `file(${quoted(`${where}/${filesOf(name)}`)}, Parquet, ${structure})`;
  return `s3(${quoted(`${url}${filesOf(name)}`)}, 'Parquet', ${structure})`;
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
 * Escapes a path for a glob of DuckDB: a special character becomes a class of itself. A backslash cannot
 * be in a class: it becomes a slash in a path of Windows, and `?` (any character) in another one.
 */
function literalInGlob(path: string): string {
  const backslash = /^([a-z]:|\\)\\/i.test(path) ? "/" : "?";
  return path.replace(/[[*?]/g, "[$&]").replaceAll("\\", backslash);
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
