import { groupBy } from "../base/collections.js";
import { once, orElse } from "../base/functions.js";
import { assertBelieved } from "../base/time/doubted-clock.js";
import { isoTime } from "../base/time/moment.js";
import { MINUTE_MS } from "../base/time/periods.js";
import type { Client } from "../client/client.js";
import { ArchiveError, type ArchiveStore } from "./directory.js";
import { dataFiles, dataName, IDENTITY_NAME, monthOf } from "./names.js";
import { createTableWriter } from "./parquet.js";
import { type AnyRow, compareRows, ownerOf, type RowOf, type Table } from "./tables.js";

/** Version of the layout; carry was never released with an earlier one, and reads no other. */
const FORMAT = 3;

/** Content of carry-archive.json. */
export interface Identity {
  /** Version of the layout. */
  readonly format: number;
  /** The service whose records these are: its base URL, or `sandbox`. */
  readonly origin: string;
  /** When the archive was created (ISO 8601). */
  readonly created_at: string;
}

/** An archive. */
export interface Archive {
  readonly store: ArchiveStore;
  readonly identity: Identity;
}

/**
 * Opens an archive.
 * @param origin the service whose records are expected; undefined for any
 * @throws {ArchiveError} when there is none, it is damaged, of another format, or of another service
 */
export async function openArchive(store: ArchiveStore, origin?: string): Promise<Archive> {
  const archive = await findArchive(store, origin);
  if (archive !== undefined) return archive;
  throw new ArchiveError("archive_missing", `there is no archive at ${store.where}`);
}

/** Opens an archive; undefined when there is none. @throws {ArchiveError} as {@link openArchive} */
export async function findArchive(
  store: ArchiveStore,
  origin?: string,
): Promise<Archive | undefined> {
  const bytes = await store.read(IDENTITY_NAME);
  if (bytes === undefined) return undefined;
  const identity = readIdentity(bytes, store.where);
  if (origin !== undefined && identity.origin !== origin) {
    throw new ArchiveError(
      "archive_origin",
      `the archive at ${store.where} has the records of ${identity.origin}, not of ${origin}`,
      `name another one with CARRY_ARCHIVE; when the service has moved, write its new base URL to ${IDENTITY_NAME}`,
    );
  }
  return { store, identity };
}

/**
 * Returns an archive that is created with its first file, unless it is there.
 * @param found what {@link findArchive} returned
 * @param now milliseconds since the epoch
 * @throws {ArchiveError} for a place that is no archive and not empty
 */
export async function archiveToWrite(
  store: ArchiveStore,
  found: Archive | undefined,
  origin: string,
  now: number,
): Promise<Archive> {
  if (found !== undefined) return found;
  if ((await store.list("")).length > 0 && (await findArchive(store, origin)) === undefined) {
    throw new ArchiveError(
      "archive",
      `${store.where} is not empty and no archive: it has no ${IDENTITY_NAME}`,
      "name an empty directory, or one that does not exist yet, with CARRY_ARCHIVE",
    );
  }
  const identity = { format: FORMAT, origin, created_at: isoTime(now) };
  const create = once(() => createArchive(store, origin, now));
  const write: ArchiveStore["write"] = async (name, bytes) => {
    await create();
    return store.write(name, bytes);
  };
  return { store: { ...store, write }, identity };
}

/**
 * Creates an archive, unless it is there.
 * @throws {ArchiveError} for one of another service
 * @internal exported for tests, which write rows without a sync
 */
export async function createArchive(
  store: ArchiveStore,
  origin: string,
  now: number,
): Promise<Archive> {
  const found = await findArchive(store, origin);
  if (found !== undefined) return found;
  const identity: Identity = { format: FORMAT, origin, created_at: isoTime(now) };
  await store.write(IDENTITY_NAME, Buffer.from(`${JSON.stringify(identity, null, 2)}\n`));
  return openArchive(store, origin); // another process may have created it meanwhile
}

/** Returns the newest moment at which a row was recorded, ms since the epoch; undefined without one. */
async function newestRecorded({ store }: Archive): Promise<number | undefined> {
  const recorded = (await dataFiles(store)).map((file) => file.recorded);
  return recorded.length === 0 ? undefined : recorded.reduce((a, b) => Math.max(a, b));
}

function readIdentity(bytes: Uint8Array, where: string): Identity {
  const said: Record<string, unknown> = orElse(
    () => ({ ...JSON.parse(Buffer.from(bytes).toString("utf8")) }),
    {},
  );
  const { format, origin, created_at } = said;
  if (typeof format === "number" && format !== FORMAT) {
    const [which, hint] =
      format > FORMAT
        ? ["a later", "upgrade carry: npm install -g carry-cli"]
        : ["an earlier", "begin a new one: name another directory with CARRY_ARCHIVE"];
    throw new ArchiveError(
      "archive",
      `the archive at ${where} has ${which} format: ${format}, and this carry reads ${FORMAT}`,
      hint,
    );
  }
  if (format !== FORMAT || typeof origin !== "string" || typeof created_at !== "string") {
    throw new ArchiveError(
      "archive",
      `${IDENTITY_NAME} of the archive at ${where} is damaged`,
      `restore it: {"format":${FORMAT},"origin":"<base URL of the service>","created_at":"2026-01-31T00:00:00Z"}`,
    );
  }
  return { format, origin, created_at };
}

/** Rows that are collected before they are written, so that files are few and memory is bounded. */
export const MANY_ROWS = 50_000;

/**
 * Writes rows to a table, one new file for each month and portfolio, durable when it returns.
 * @throws {ArchiveError} when a file could not be written; those before it remain
 */
export async function append<T extends Table>(
  { store }: Archive,
  table: T,
  rows: readonly RowOf<T>[],
): Promise<void> {
  const months = groupBy(rows, (row) => monthOf(numberIn(row, table.month)));
  const partitions = [...months].flatMap(([month, inMonth]) =>
    [...groupBy(inMonth, (row) => ownerOf(table, row))].map((it) => [month, ...it] as const),
  );
  for (const [month, owner, own] of partitions) {
    const writer = await createTableWriter(table);
    writer.write(own.sort((a, b) => compareRows(table, a, b)));
    const bytes = writer.finish();
    const recorded = own.reduce((most, row) => Math.max(most, numberIn(row, table.recorded)), 0);
    await store.write(dataName(table, month, recorded, bytes, owner), bytes);
  }
}

function numberIn(row: object, column: string): number {
  return Number((row as AnyRow)[column]);
}

/**
 * Returns the moment at which rows are recorded, milliseconds since the epoch; a new one each time.
 * @throws {DoubtedClockError} while the service's time is doubted, so that nothing is dated with it
 * @throws {ArchiveError} when the archive has records of more than a minute later
 */
export type Stamp = () => Promise<number>;

/**
 * Creates the source of the moments: the service's time, but at least 1 ms after the newest in the archive,
 * so that what is recorded later counts. Nothing is dated later than a minute after the service's time.
 */
export function createStamp(
  archive: Archive,
  client: Pick<Client, "serviceNow" | "doubtedTime">,
): Stamp {
  let last = Number.NEGATIVE_INFINITY;
  const begin = once(async () => {
    last = Math.max(last, (await newestRecorded(archive)) ?? last);
  });
  return async () => {
    assertBelieved(client);
    await begin();
    const now = Math.floor(client.serviceNow());
    if (last >= now + MINUTE_MS) throw aheadOf(archive, last, now);
    last = Math.max(now, last + 1);
    return last;
  };
}

function aheadOf({ store }: Archive, newest: number, now: number): ArchiveError {
  return new ArchiveError(
    "archive",
    `the archive at ${store.where} has records of ${isoTime(newest)}, and the service's time is ${isoTime(now)}: nothing is written that an earlier record would outlive`,
    "delete the files whose names begin with a later time (milliseconds since 1970), or wait until then",
  );
}
