import { dataFiles, prefixOf } from "../names.js";
import type { ArchiveStore } from "../store.js";
import { leasesIn } from "../sync/lease.js";
import type { Table } from "../tables.js";

/**
 * Returns the moment after which the next export of a table continues: the newest at which rows were
 * recorded, before any at which a running sync may still record. Files are listed before the leases: a sync
 * that ends in between is exported now, and one that begins after the files were listed records later.
 * @param after beginning of this export, milliseconds since the epoch
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
