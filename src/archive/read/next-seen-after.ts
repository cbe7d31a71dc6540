import { MINUTE_MS } from "../../base/time/periods.js";
import { dataFiles, prefixOf } from "../names.js";
import type { ArchiveStore } from "../store.js";
import type { Table } from "../tables.js";

/** The lease of a sync, with the first moment at which it records. */
const LEASE = /^syncing\/(\d{1,15})-/;

/** A lease that was not renewed for so long is of a sync that was killed. */
const VOID_MS = 10 * MINUTE_MS;

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
  const leases = (await store.list("syncing/")).flatMap(({ name, age = 0 }) => {
    const first = LEASE.exec(name)?.[1];
    return first === undefined || age > VOID_MS ? [] : [Number(first)];
  });
  const oldest = leases.reduce((least, first) => Math.min(least, first), Number.POSITIVE_INFINITY);
  const recorded = files.map((file) => file.recorded).filter((moment) => moment < oldest);
  return recorded.reduce((most, moment) => Math.max(most, moment), after);
}
