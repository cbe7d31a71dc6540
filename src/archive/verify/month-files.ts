import { dataFiles, prefixOf } from "../names.js";
import { openTableFile, type TableFile } from "../parquet/read.js";
import { loadMonth } from "../read/load-month.js";
import type { ArchiveStore, StoredObject } from "../store.js";
import { FUNDING } from "../tables.js";

/** What a merge needs of a file of settled funding. */
export type FundingFile = Pick<TableFile<typeof FUNDING>, "least" | "batches">;

/** Files of a month were removed or added while they were read one after the other. */
export class MonthChanged extends Error {}

/** Bytes of a month that are read into memory as a whole, which takes many readers less time. */
const MOST_IN_MEMORY = 16 << 20;

/**
 * Opens the files of a month of settled funding. Those of a large month are read when their turn
 * comes in a merge, and again let go.
 * @param least values of the first column of the order, by name of the file; a file without one is
 *   read at once
 * @param most bytes of a month that is read into memory
 * @returns with `assertSame`, which throws {@link MonthChanged} when what was read may not be all
 */
export async function openMonth(
  store: ArchiveStore,
  month: string,
  least: ReadonlyMap<string, number>,
  most = MOST_IN_MEMORY,
): Promise<{ files: readonly FundingFile[]; assertSame: () => Promise<void> }> {
  const objects = await dataFiles(store, prefixOf(FUNDING, month));
  if (objects.reduce((sum, { size }) => sum + size, 0) <= most) {
    return { files: await loadMonth(store, FUNDING, month), assertSame: async () => {} };
  }
  return {
    files: objects.map(({ name }) => ({
      least: least.get(name),
      async *batches(wanted) {
        const bytes = await store.read(name);
        if (bytes === undefined) throw new MonthChanged();
        yield* (await openTableFile(FUNDING, name, bytes)).batches(wanted);
      },
    })),
    async assertSame() {
      const again = await dataFiles(store, prefixOf(FUNDING, month));
      if (namesOf(again) !== namesOf(objects)) throw new MonthChanged();
    },
  };
}

function namesOf(objects: readonly StoredObject[]): string {
  return objects.map(({ name }) => name).join();
}
