import { once, orElse } from "../base/functions.js";
import { isoTime } from "../base/time/moment.js";
import type { ArchiveStore } from "./directory.js";
import { ArchiveError } from "./errors.js";
import { dataFiles, IDENTITY_NAME } from "./names.js";

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
export async function newestRecorded({ store }: Archive): Promise<number | undefined> {
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
