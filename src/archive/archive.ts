import { orElse } from "../base/or-else.js";
import { isoTime } from "../base/time/iso-time.js";
import { VERSION } from "../base/version.js";
import { ArchiveError } from "./errors.js";
import { type DataFile, dataFiles, IDENTITY_NAME } from "./names.js";
import { FORMAT } from "./parquet/schema.js";
import type { ArchiveStore } from "./store.js";

/** Content of carry-archive.json. */
export interface Identity {
  /** Version of the layout. */
  readonly format: number;
  /** Version of carry that reads this layout; undefined for the first one. */
  readonly needs?: string | undefined;
  /** The service whose records these are: its base URL, or `sandbox`. */
  readonly origin: string;
  /** When the archive was created (ISO 8601). */
  readonly created_at: string;
}

/** An existing archive. */
export interface Archive {
  readonly store: ArchiveStore;
  readonly identity: Identity;
}

/**
 * Opens an archive.
 * @param origin the service whose records are expected; undefined for any
 * @throws {ArchiveError} when there is none, it is damaged, of a newer carry, or of another service
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
      "name another one with --archive, or, when the service has moved, run `carry archive sync --accept-origin` once",
    );
  }
  return { store, identity };
}

/**
 * Opens an archive, or creates it where there is nothing.
 * @param now milliseconds since the epoch
 * @throws {ArchiveError} also for a place that is no archive and not empty
 */
export async function createArchive(
  store: ArchiveStore,
  origin: string,
  now: number,
): Promise<Archive> {
  const found = await findArchive(store, origin);
  if (found !== undefined) return found;
  await assertEmpty(store);
  await store.create(IDENTITY_NAME, printIdentity(newIdentity(origin, now)));
  return openArchive(store, origin); // another process may have created it meanwhile
}

/** Layout that this carry writes, as in carry-archive.json. */
const LAYOUT = { format: FORMAT, needs: VERSION };

/** Returns the identity of a new archive. @param now milliseconds since the epoch */
export function newIdentity(origin: string, now: number): Identity {
  return { ...LAYOUT, origin, created_at: isoTime(now) };
}

/** Returns an archive that awaits `prepare` before it creates an object. */
export function preparedByWriting(
  { store, identity }: Archive,
  prepare: () => Promise<unknown>,
): Archive {
  const create: ArchiveStore["create"] = async (name, bytes) => {
    await prepare();
    return store.create(name, bytes);
  };
  return { store: { ...store, create }, identity };
}

/** @throws {ArchiveError} for a place that is not empty, and therefore cannot become an archive */
export async function assertEmpty(store: ArchiveStore): Promise<void> {
  if ((await store.list("")).length === 0) return;
  throw new ArchiveError(
    "archive",
    `${store.where} is not empty and no archive: it has no ${IDENTITY_NAME}`,
    "name an empty place, or one that does not exist yet, with --archive",
  );
}

/** Records that the service has moved to another origin. @throws {ArchiveError} */
export async function acceptOrigin(store: ArchiveStore, origin: string): Promise<Archive> {
  const { identity } = await openArchive(store);
  await store.replace(IDENTITY_NAME, printIdentity({ ...identity, origin }));
  return openArchive(store, origin);
}

/** Records that an archive has files of a layout, this carry's by default; earlier carries refuse it then. */
export async function raiseFormat(
  store: ArchiveStore,
  layout: Pick<Identity, "format" | "needs"> = LAYOUT,
): Promise<void> {
  const { identity } = await openArchive(store);
  if (identity.format >= layout.format) return;
  await store.replace(IDENTITY_NAME, printIdentity({ ...layout, ...identity, ...layout }));
}

/** Returns the bytes of carry-archive.json. */
export function printIdentity(identity: Identity): Uint8Array {
  return Buffer.from(`${JSON.stringify(identity, null, 2)}\n`);
}

/** Returns the data file below a prefix with the newest row, by the names of files; undefined without one. */
export async function newestRecorded(
  { store }: Archive,
  prefix = "",
): Promise<DataFile | undefined> {
  let newest: DataFile | undefined;
  for (const file of await dataFiles(store, prefix)) {
    if (newest === undefined || file.recorded > newest.recorded) newest = file;
  }
  return newest;
}

/**
 * Returns how many milliseconds the clock that dated the newest record is ahead of this computer's, from
 * the age of its file; undefined when that is unknown.
 * @param now this computer's time, milliseconds since the epoch
 */
export async function clockOfRecords(archive: Archive, now: number): Promise<number | undefined> {
  const { recorded, age } = (await newestRecorded(archive)) ?? {};
  if (recorded === undefined || age === undefined) return undefined;
  return recorded + Math.max(0, age) - now;
}

function readIdentity(bytes: Uint8Array, where: string): Identity {
  const said: Record<string, unknown> = orElse(
    () => ({ ...JSON.parse(Buffer.from(bytes).toString("utf8")) }),
    {},
  );
  const { format, origin, created_at } = said;
  const needs = /^[\w.+-]{1,40}$/.exec(String(said.needs ?? ""))?.[0];
  if (typeof format === "number" && format > FORMAT) {
    const version = needs === undefined ? "a newer carry" : `carry ${needs} or later`;
    throw new ArchiveError(
      "archive",
      `the archive at ${where} needs ${version} (format ${format}, this one reads ${FORMAT})`,
      "upgrade carry: npm install -g carry-cli",
    );
  }
  if (
    (format !== 1 && format !== FORMAT) ||
    typeof origin !== "string" ||
    typeof created_at !== "string"
  ) {
    throw new ArchiveError(
      "archive",
      `${IDENTITY_NAME} of the archive at ${where} is damaged`,
      `restore it: {"format":${FORMAT},"origin":"<base URL of the service>","created_at":"2026-01-31T00:00:00Z"}`,
    );
  }
  return { format, ...(needs !== undefined && { needs }), origin, created_at };
}
