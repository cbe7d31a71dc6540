import { dataFiles, prefixOf } from "../names.js";
import type { ArchiveStore } from "../store.js";
import { leasesIn } from "../sync/lease.js";
import type { Table } from "../tables.js";

/**
 * Returns after which moment an export goes on that reads a table now: the newest at which rows were
 * recorded, before any at which a sync may still record. The files are listed before the leases: a sync
 * that ended in between is read, and one that began after the files were listed records later.
 * @param after where this export begins, milliseconds since the epoch
 */
export async function nextSeenAfter(
  store: ArchiveStore,
  table: Table,
  after: number,
): Promise<number> {
  const files = await dataFiles(store, prefixOf(table));
  const live = (await leasesIn(store)).filter(({ isLive }) => isLive);
  const oldest = live.reduce(
    (least, { first }) => Math.min(least, first),
    Number.POSITIVE_INFINITY,
  );
  const recorded = files.map((file) => file.recorded).filter((moment) => moment < oldest);
  return recorded.reduce((most, moment) => Math.max(most, moment), after);
}
