import { SPELLINGS } from "../base/names/listed-market.js";
import { type Dialect, ENGINES, type Sql } from "./ddl-engines.js";
import { decimalsIn, TABLE_NAMES, TABLES, type Table, type TableName } from "./tables.js";

/** The archive that the views read. */
export interface DdlOptions {
  /** Path or URL of the archive. */
  readonly where: string;
  /** URL of an archive in a bucket, ending with `/`. */
  readonly url?: string | undefined;
  /** Tables that have files; engines refuse a pattern that matches none. */
  readonly tables: readonly TableName[];
}

/**
 * Returns statements that create the source of each table, a view `<table>` of its rows that count, and
 * views of several tables. The newest row is taken whole: an aggregate such as arg_max skips null, and
 * would undo a correction to null.
 */
export function ddlOf(dialect: Dialect, { where, url, tables }: DdlOptions): string {
  const sql = ENGINES[dialect];
  const there = TABLE_NAMES.filter((name) => tables.includes(name));
  const sources = there.map((name) => sql.source(name, where, url));
  const hasSnapshots = there.includes("snapshots");
  const views = there
    .filter((name) => hasSnapshots || !needsSnapshots(name))
    .map((name) => sql.view(name, aboutOf(TABLES[name]), queryOf(sql, name)));
  if (there.includes("funding")) {
    const past = `(SELECT * FROM funding_rows WHERE seen_at <= ${sql.moment})`;
    views.push(sql.asOf("funding", "funding_as_of", queryOf(sql, "funding", past)));
  }
  if (there.includes("markets")) views.push(sql.view("market", MARKET, namesOf(sql)));
  if (hasSnapshots && there.includes("positions")) {
    views.push(
      sql.view("portfolio_at_snapshot", PORTFOLIO, portfolioOf(sql)),
      sql.asOf("portfolio_at_snapshot", "positions_as_of", newestUpTo(sql)),
    );
  }
  return `${[sql.head, ...sources, ...views].join("\n\n")}\n`;
}

const MARKET = "Names of markets, from the newest record of the public listing.";
const PORTFOLIO =
  "The positions of each snapshot, with the row that counts then: that of a closed position is written again only when it changed.";

function aboutOf({ about, version }: Table): string {
  return `${about} format_version ${version}`;
}

function needsSnapshots(name: TableName): boolean {
  return name === "positions" || name === "legs";
}

/** Returns the columns that a view has as numbers or identifiers, and as texts besides. */
function typedIn(sql: Sql, table: Table): ReadonlyMap<string, (column: string) => string> {
  return new Map([
    ...decimalsIn(table).map((name) => [name, sql.decimal] as const),
    ...("position_id" in table.columns ? [["position_id", sql.uuid] as const] : []),
  ]);
}

/** Returns the query of the rows of a table that count. @param from its rows, every version */
function queryOf(sql: Sql, name: TableName, from = `${name}_rows`): string {
  const table: Table = TABLES[name];
  const typed = typedIn(sql, table);
  const select = [
    // Qualified: ClickHouse takes a bare name for the typed column of the same name.
    ...Object.keys(table.columns).map((it) => {
      const as = typed.get(it);
      return as === undefined ? it : `${as(`r.${it}`)} AS ${it}`;
    }),
    ...[...typed.keys()].map((it) => `r.${it} AS ${it}_text`),
    `${sql.month(table)} AS month`,
  ].join(",\n  ");
  // Rows of a snapshot that was never finished do not count.
  const rows = needsSnapshots(name)
    ? `(SELECT * FROM ${from} WHERE (portfolio_id, snapshot_at) IN (SELECT portfolio_id, snapshot_at FROM snapshots_rows))`
    : from;
  const [keys, order] = versionsOf(sql, name);
  return sql.newest(select, `${rows} AS r`, keys, order);
}

/** Returns the query of the names in the records of the public listing. */
function namesOf(sql: Sql): string {
  const names = Object.entries(SPELLINGS).map(([name, keys]) => {
    const texts = keys.map((key) => `nullif(${sql.jsonText("raw", key)}, '')`);
    return `coalesce(${[...texts, "NULL"].join(", ")}) AS ${name}`;
  });
  return `SELECT market_id, ${names.join(", ")}, seen_at FROM markets`;
}

/** Returns the query of the positions of each snapshot. */
function portfolioOf(sql: Sql): string {
  const columns = Object.keys(TABLES.positions.columns).filter(
    (it) => it !== "portfolio_id" && it !== "snapshot_at",
  );
  const texts = [...typedIn(sql, TABLES.positions).keys()].map((it) => `${it}_text`);
  const select = ["s.portfolio_id", "s.snapshot_at", "p.snapshot_at AS recorded_at"];
  for (const it of [...columns, ...texts, "month"]) select.push(`p.${it} AS ${it}`);
  return [
    `SELECT ${select.join(",\n  ")}`,
    `FROM (SELECT portfolio_id, snapshot_at, month, ${sql.jsonTexts("position_ids")} AS position_id_text FROM snapshots) AS s`,
    sql.joinUpTo("positions", ["portfolio_id", "month", "position_id_text"]),
  ].join("\n");
}

function newestUpTo(sql: Sql): string {
  const newest = `SELECT portfolio_id, max(snapshot_at) FROM snapshots WHERE snapshot_at <= ${sql.moment} GROUP BY portfolio_id`;
  return `SELECT * FROM portfolio_at_snapshot WHERE (portfolio_id, snapshot_at) IN (${newest})`;
}

const OF_POSITION = ["month", "portfolio_id", "position_id_text", "snapshot_at"];

/**
 * Returns the columns that all versions of a row share, and the order in which the first version counts.
 * They include the month, so that engines skip files, unless versions may be in several months.
 */
function versionsOf(sql: Sql, name: TableName): readonly [keys: readonly string[], order: string] {
  const nulls = (column: string) => `${column} ASC NULLS FIRST`;
  switch (name) {
    case "funding":
      return [
        ["month", "market_id", sql.minute("funding_time")],
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
      return [["month", "market_id", "range_start", "seen_at"], "range_end DESC"];
    case "snapshots":
      return [["month", "portfolio_id", "snapshot_at"], "positions DESC"];
    case "positions":
      return [[...OF_POSITION], nulls("calculated_at")];
    case "legs":
      return [[...OF_POSITION, "leg"], "side ASC"];
  }
}
