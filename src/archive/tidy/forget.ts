import type { Archive } from "../archive.js";
import { prefixOf } from "../names.js";
import { loadMonth, monthsOf, type NamedFile } from "../read/load-month.js";
import { LEGS, POSITIONS, type RowOf, SNAPSHOTS } from "../tables.js";
import { TIDY_LOCK } from "./compact.js";
import { rewriteFiles } from "./rewrite.js";

type PrivateTable = typeof SNAPSHOTS | typeof POSITIONS | typeof LEGS;

/**
 * Takes the rows of a portfolio out of the archive for good. Snapshots go first, so that what an
 * interruption leaves counts for nothing, and the next call takes it out.
 * @returns the number of rows taken out
 * @throws {ArchiveError} when another process tidies, or a file is damaged
 */
export async function forgetPortfolio(archive: Archive, portfolioId: string): Promise<number> {
  const release = await archive.store.lock(TIDY_LOCK);
  try {
    let forgotten = 0;
    forgotten += await forgetIn(archive, SNAPSHOTS, portfolioId);
    forgotten += await forgetIn(archive, POSITIONS, portfolioId);
    forgotten += await forgetIn(archive, LEGS, portfolioId);
    return forgotten;
  } finally {
    await release();
  }
}

async function forgetIn<T extends PrivateTable>(
  archive: Archive,
  table: T,
  portfolioId: string,
): Promise<number> {
  await archive.store.removeUnfinished(prefixOf(table)); // it may have rows of the portfolio
  let forgotten = 0;
  for (const month of await monthsOf(archive.store, table)) {
    for (const file of await loadMonth(archive.store, table, month)) {
      const own = await countOf(table, file, portfolioId);
      if (own === 0) continue;
      const keeps = (row: RowOf<T>) => row.portfolio_id !== portfolioId;
      await rewriteFiles(archive, table, month, [file], keeps);
      forgotten += own;
    }
  }
  return forgotten;
}

async function countOf<T extends PrivateTable>(
  _table: T,
  file: NamedFile<T>,
  portfolioId: string,
): Promise<number> {
  let count = 0;
  for await (const batch of file.batches({ columns: ["portfolio_id"] })) {
    for (let index = 0; index < batch.length; index++) {
      if (batch.columns.portfolio_id?.[index] === portfolioId) count++;
    }
  }
  return count;
}
