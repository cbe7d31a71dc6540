import { monthOf, readDataName } from "../names.js";
import type { ArchiveStore } from "../store.js";
import { type AnyRow, TABLES, type Table, type TableName } from "../tables.js";
import { allRows, currentRows } from "./current-rows.js";

/** Which rows of a table to read; all that count when nothing is set. */
export interface WantedRows {
  /** Every row, also those that were corrected or never finished. */
  readonly versions?: boolean | undefined;
  /** Recorded later than this, milliseconds since the epoch. */
  readonly seenAfter?: number | undefined;
  /** Ignores what was recorded later, milliseconds since the epoch. */
  readonly asOf?: number | undefined;
  /** By the time of the table: from `start` on, before `end`; milliseconds since the epoch. */
  readonly start?: number | undefined;
  readonly end?: number | undefined;
  /** Of this market. */
  readonly market?: number | undefined;
  /** Of this portfolio. */
  readonly portfolio?: string | undefined;
}

const COLUMNS = { market: "market_id", portfolio: "portfolio_id" } as const;

/** Returns the column of a table by which it can be limited; undefined when it has none. */
export function columnFor(
  table: Table,
  limit: "start" | "end" | "market" | "portfolio",
): string | undefined {
  if (limit === "start" || limit === "end") return table.time;
  return COLUMNS[limit] in table.columns ? COLUMNS[limit] : undefined;
}

/** Yields the wanted rows of a table; reads no file that can have none of them. */
export async function* wantedRows(
  store: ArchiveStore,
  name: TableName,
  wanted: WantedRows,
): AsyncGenerator<AnyRow> {
  const { versions = false, seenAfter, asOf, start, end, market, portfolio } = wanted;
  const table: Table = TABLES[name];
  const markets = market === undefined ? undefined : new Set([market]);
  const times = start === undefined && end === undefined ? undefined : { start, end };
  const limits = { asOf, markets, times };
  const rows = (versions ? allRows : currentRows)(filesFor(store, wanted), name, limits);
  for await (const row of rows) {
    const time = Number(row[table.time ?? ""] ?? Number.NaN);
    const isWanted =
      (seenAfter === undefined || Number(row[table.recorded]) > seenAfter) &&
      (start === undefined || time >= start) &&
      (end === undefined || time < end) &&
      (market === undefined || row.market_id === market) &&
      (portfolio === undefined || row.portfolio_id === portfolio);
    if (isWanted) yield row;
  }
}

/**
 * Returns the store without the files that have no wanted row. Files up to `seenAfter` can be left out, since
 * the newest row of a key counts: an older one never replaces it.
 */
function filesFor(
  store: ArchiveStore,
  { seenAfter, start, end, portfolio }: WantedRows,
): ArchiveStore {
  const isWanted = (name: string) => {
    const file = readDataName(name);
    if (file === undefined) return false;
    const { time, month }: Table = TABLES[file.table as TableName];
    const owner = file.portfolioId ?? portfolio;
    if (seenAfter !== undefined && file.recorded <= seenAfter) return false;
    if (portfolio !== undefined && owner !== portfolio) return false;
    if (time !== month) return true;
    return (
      (start === undefined || file.month >= monthOf(start)) &&
      (end === undefined || file.month <= monthOf(end))
    );
  };
  const list: ArchiveStore["list"] = async (prefix) =>
    (await store.list(prefix)).filter(({ name }) => isWanted(name));
  return { ...store, list };
}
