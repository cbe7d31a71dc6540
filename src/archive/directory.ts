import { mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { BOUNDS } from "../base/bounds.js";
import { ProgramError, type ProgramErrorKind } from "../base/program-error.js";
import { codeOf, reasonOf } from "../base/storage/errors.js";
import { takeLock } from "../base/storage/lock.js";
import { readBytes } from "../base/storage/read-file.js";

/** The archive cannot be used: it is missing, damaged, another service's, or out of reach. */
export class ArchiveError extends ProgramError {
  override name = "ArchiveError";

  constructor(
    readonly kind: Extract<ProgramErrorKind, `archive${string}`>,
    message: string,
    hint?: string,
    options?: ErrorOptions,
  ) {
    super(message, hint, options);
  }
}

/** Returns the error for a file that cannot be used. @param reason what is wrong with it */
export function damaged(name: string, reason: string, cause?: unknown): ArchiveError {
  return new ArchiveError(
    "archive",
    `the archive has a damaged or foreign file: ${name}: ${reason}`,
    "delete it, then `carry archive sync --start 30d` brings back what the service still has; `carry archive status --verify` lists all such files",
    { cause },
  );
}

/** A file of an archive. */
export interface StoredFile {
  /** Path from the directory of the archive, parts separated by `/`. */
  readonly name: string;
  /** Bytes. */
  readonly size: number;
}

/** The directory of an archive; it is created with the first file. */
export type ArchiveStore = ReturnType<typeof openDirectory>;

/** Suffix of a file that is not finished. DuckDB's globs match `_x.parquet`, but not `x.parquet.tmp`. */
const UNFINISHED = ".tmp";

/** An unfinished file older than this was left by a killed process, milliseconds. */
const ABANDONED_MS = 3_600_000;

/** Name of the lock of compaction. */
const LOCK_NAME = "compact.lock";

const DIRECTORY_MODE = 0o700;
const FILE_MODE = 0o600;

/**
 * Opens a directory as the store of an archive; reads or creates nothing. Every method throws an
 * {@link ArchiveError} if it cannot be read or written.
 */
export function openDirectory(where: string) {
  const root = resolve(where);
  const pathOf = (name: string) => join(root, ...name.split("/"));
  const attempt = async <T>(
    what: "read" | "write",
    work: () => Promise<T>,
    place = root,
  ): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      if (error instanceof ArchiveError) throw error;
      throw failed(what, (error as NodeJS.ErrnoException).path ?? place, error);
    }
  };
  return {
    /** The directory, as shown in messages. */
    where,
    /** Lists the files whose names begin with a prefix, by name, without unfinished ones. */
    list: (prefix: string) => attempt("read", () => listTwice(root, prefix)),
    /** Reads a file; undefined when it is not there. */
    read: (name: string) => {
      const path = pathOf(name);
      return attempt("read", async () => readBytes(path, BOUNDS.archive.fileBytes), path);
    },
    /** Writes a file, atomically and durably; one of that name is replaced. */
    write: (name: string, bytes: Uint8Array) =>
      attempt("write", () => writeFile(root, pathOf(name), bytes), dirname(pathOf(name))),
    /** Removes files durably: one that came back after a crash would repeat its rows. */
    remove: (names: readonly string[]) =>
      attempt("write", async () => {
        const paths = names.map(pathOf);
        for (const path of paths) await rm(path, { force: true });
        for (const directory of new Set(paths.map(dirname))) await ifThere(sync(directory));
      }),
    /**
     * Takes the lock of compaction, and removes what killed processes left.
     * @returns undefined while another process has it
     */
    lock: () =>
      attempt("write", async () => {
        const held = takeLock(join(root, LOCK_NAME));
        if (held !== undefined) await removeAbandoned(root);
        return held;
      }),
  };
}

async function removeAbandoned(root: string): Promise<void> {
  for (const { name, writtenAt } of await filesBelow(root, "")) {
    const isOld = Math.abs(Date.now() - writtenAt) > ABANDONED_MS;
    if (name.endsWith(UNFINISHED) && isOld) await rm(join(root, name), { force: true });
  }
}

/** How often files are listed until nothing has changed; writers that only add are no reason to fail. */
const MAX_LISTINGS = 20;

/**
 * Lists files until two lists are equal: one that is read while a file replaces another may have neither.
 */
async function listTwice(root: string, prefix: string): Promise<StoredFile[]> {
  let last = await listFiles(root, prefix);
  for (let listings = 1; listings < MAX_LISTINGS; listings++) {
    const before = last.map(({ name }) => name).join();
    last = await listFiles(root, prefix);
    if (last.map(({ name }) => name).join() === before) break;
  }
  return last;
}

async function listFiles(root: string, prefix: string): Promise<StoredFile[]> {
  const known = prefix.slice(0, prefix.lastIndexOf("/") + 1); // nothing else can have the prefix
  const found = await filesBelow(root, known);
  return found
    .filter(({ name }) => name.startsWith(prefix) && name !== LOCK_NAME)
    .filter(({ name }) => !name.endsWith(UNFINISHED))
    .map(({ name, size }) => ({ name, size }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Lists the files below a directory of an archive; one that is removed meanwhile is left out. */
async function filesBelow(root: string, before: string) {
  const entries = (await ifThere(readdir(join(root, before), { withFileTypes: true }))) ?? [];
  const each = entries.map(async (entry): Promise<(StoredFile & { writtenAt: number })[]> => {
    const name = `${before}${entry.name}`;
    if (entry.isDirectory()) return filesBelow(root, `${name}/`);
    const stats = await ifThere(stat(join(root, name)));
    if (stats === undefined || !stats.isFile()) return [];
    return [{ name, size: stats.size, writtenAt: stats.mtimeMs }];
  });
  return (await Promise.all(each)).flat();
}

/** Writes a file that is whole as soon as it has its name: beside it, fsync, rename, fsync. */
async function writeFile(root: string, path: string, bytes: Uint8Array): Promise<void> {
  await makeDirectory(dirname(path), root);
  const temporary = `${path}.${crypto.randomUUID()}${UNFINISHED}`;
  try {
    const file = await open(temporary, "wx", FILE_MODE);
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
    await sync(dirname(path));
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => {});
    throw error;
  }
}

/** Creates a directory and those above it, durably. */
async function makeDirectory(path: string, root: string): Promise<void> {
  const first = await mkdir(path, { recursive: true, mode: DIRECTORY_MODE });
  if (first === undefined) return;
  for (let at = path; ; at = dirname(at)) {
    await sync(dirname(at));
    if (at === first || at === root) return;
  }
}

/** Makes the names in a directory durable. Windows has no such call, and needs none (NTFS logs it). */
async function sync(path: string): Promise<void> {
  if (process.platform === "win32") return;
  const directory = await open(path, "r");
  try {
    await directory.sync();
  } catch (error) {
    if (codeOf(error) !== "EINVAL") throw error; // not supported, as by some FUSE file systems
  } finally {
    await directory.close();
  }
}

/** Resolves to undefined for a file or directory that does not exist. */
async function ifThere<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  }
}

function failed(what: "read" | "write", path: string, error: unknown): ArchiveError {
  return new ArchiveError(
    "archive",
    `cannot ${what} the archive: ${path}: ${reasonOf(error)}`,
    what === "read"
      ? "check the permissions of the archive"
      : "check the free space and the permissions of the archive",
    { cause: error },
  );
}
