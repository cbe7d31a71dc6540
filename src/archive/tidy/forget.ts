import type { Archive } from "../archive.js";
import { prefixOf, readDataName } from "../names.js";
import type { Batch } from "../parquet/batch.js";
import { coverageBy } from "../read/joined-coverage.js";
import { loadMonth, monthsOf } from "../read/load-month.js";
import { COVERAGE, TABLE_NAMES, TABLES, type Table } from "../tables.js";
import { TIDY_LOCK } from "./compact.js";
import { rewriteFiles } from "./rewrite.js";

/** Which rows are removed: those for which all of these hold. */
export interface Forgotten {
  /** Of this portfolio: its snapshots, positions and legs. */
  readonly portfolioId?: string | undefined;
  /** Dated later than this, milliseconds since the epoch. */
  readonly after?: number | undefined;
}

/** Tables that complete others first: rows that an interruption leaves do not count without them. */
const ALL = TABLE_NAMES.map((name): Table => TABLES[name]).reverse();
const PRIVATE = ALL.filter((table) => table.isPrivate);

/**
 * Removes rows from the archive for good. After an interruption, the next call removes the rest.
 * @returns the number of removed rows
 * @throws {ArchiveError} when another process tidies, or a file is damaged
 */
export async function forgetRows(archive: Archive, forgotten: Forgotten): Promise<number> {
  const release = await archive.store.lock(TIDY_LOCK);
  try {
    let rows = 0;
    const tables: readonly Table[] = forgotten.portfolioId === undefined ? ALL : PRIVATE;
    for (const table of tables) rows += await forgetIn(archive, table, forgotten);
    return rows;
  } finally {
    await release();
  }
}

async function forgetIn(
  archive: Archive,
  table: Table,
  { portfolioId, after = Number.NEGATIVE_INFINITY }: Forgotten,
): Promise<number> {
  await archive.store.removeUnfinished(prefixOf(table)); // it may have such rows
  const columns = [table.recorded, ...(portfolioId === undefined ? [] : ["portfolio_id"])];
  const isForgotten = (owner: unknown, recorded: unknown) =>
    (portfolioId === undefined || owner === portfolioId) && Number(recorded) > after;
  const countIn = ({ length, columns: of }: Batch) => {
    let count = 0;
    for (let index = 0; index < length; index++) {
      if (isForgotten(of.portfolio_id?.[index], of[table.recorded]?.[index])) count++;
    }
    return count;
  };
  const isCut = table.name === COVERAGE.name;
  const cut = isCut ? await coverageBy(archive.store, after) : undefined; // rows may be joined
  let forgotten = 0;
  for (const month of await monthsOf(archive.store, table)) {
    for (const file of await loadMonth(archive.store, table, month, portfolioId)) {
      if ((readDataName(file.name)?.recorded ?? 0) <= after) continue;
      let own = 0;
      for await (const batch of file.batches({ columns })) own += countIn(batch);
      if (own === 0) continue;
      await rewriteFiles(archive, table, month, [file], (row) => {
        return isForgotten(row.portfolio_id, row[table.recorded]) ? cut?.(row as never) : row;
      });
      forgotten += own;
    }
  }
  return forgotten;
}
