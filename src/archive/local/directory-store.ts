import { open, readdir, readFile, rm, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { reasonOf } from "../../storage/system-error.js";
import { ArchiveError } from "../errors.js";
import type { ArchiveStore } from "../store.js";
import { type HoldClock, holdLock } from "./hold-lock.js";
import { ifThere } from "./if-there.js";
import { listFiles } from "./list-files.js";
import {
  createFile,
  makeDurableDirectory,
  replaceFile,
  syncDirectory,
  UNFINISHED,
} from "./write-file.js";

/** An unfinished file older than this is of a process that was killed. */
const ABANDONED_MS = 24 * 3_600_000;

/**
 * Opens a directory as the store of an archive; it is created with the first object. Every method
 * throws an {@link ArchiveError} of kind `archive` when the directory cannot be read or written.
 * @param path relative ones are resolved now
 */
export function openDirectoryStore(path: string, clock: HoldClock): ArchiveStore {
  const root = resolve(path);
  const pathOf = (name: string) => join(root, ...name.split("/"));
  return {
    where: root,
    list: (prefix) => reading(root, () => listFiles(root, prefix)),
    read: (name, range) =>
      reading(pathOf(name), () =>
        ifThere(range ? readPart(pathOf(name), range) : readFile(pathOf(name))),
      ),
    create: (name, bytes) =>
      writing(pathOf(name), async () => {
        await makeDurableDirectory(dirname(pathOf(name)));
        return createFile(pathOf(name), bytes);
      }),
    replace: (name, bytes) =>
      writing(pathOf(name), async () => {
        await makeDurableDirectory(dirname(pathOf(name)));
        await replaceFile(pathOf(name), bytes);
      }),
    remove: (names) => writing(root, () => removeAll(names.map(pathOf))),
    removeUnfinished: (prefix) =>
      writing(pathOf(prefix), async () => {
        for (const path of await unfinishedBelow(pathOf(prefix))) await rm(path, { force: true });
      }),
    async lock(name) {
      await writing(root, () => makeDurableDirectory(root));
      const release = await holdLock(join(root, `${name}.lock`), clock);
      await removeAbandoned(root).catch(() => {}); // left to the next holder
      return release;
    },
    async close() {},
  };
}

async function readPart(
  path: string,
  { start, end }: { readonly start: number; readonly end: number },
): Promise<Uint8Array> {
  const file = await open(path, "r");
  try {
    const bytes = Buffer.alloc(Math.max(0, end - start));
    let filled = 0;
    while (filled < bytes.length) {
      const { bytesRead } = await file.read(bytes, filled, bytes.length - filled, start + filled);
      if (bytesRead === 0) break;
      filled += bytesRead;
    }
    return bytes.subarray(0, filled);
  } finally {
    await file.close();
  }
}

/** The directories are made durable afterwards: a removed file that returns has its rows twice. */
async function removeAll(paths: readonly string[]): Promise<void> {
  for (const path of paths) await rm(path, { force: true });
  for (const directory of new Set(paths.map(dirname))) await ifThere(syncDirectory(directory));
}

async function unfinishedBelow(directory: string): Promise<string[]> {
  const entries = await ifThere(readdir(directory, { withFileTypes: true, recursive: true }));
  return (entries ?? [])
    .filter((entry) => entry.isFile() && entry.name.endsWith(UNFINISHED))
    .map(({ parentPath, name }) => join(parentPath, name));
}

/** Removes the unfinished files of processes that were killed. */
async function removeAbandoned(root: string): Promise<void> {
  const { mtimeMs: now } = await stat(root); // the clock of the file system, which a lock just used
  for (const path of await unfinishedBelow(root)) {
    const stats = await ifThere(stat(path));
    if (stats !== undefined && now - stats.mtimeMs > ABANDONED_MS) await rm(path, { force: true });
  }
}

async function reading<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { path: named = path } = error as NodeJS.ErrnoException; // below it, where it was listed
    throw failed("read", named, error, "check the permissions of the archive");
  }
}

async function writing<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw failed("write", path, error, "check the free space and the permissions of the archive");
  }
}

function failed(what: string, path: string, error: unknown, hint: string): ArchiveError {
  const message = `cannot ${what} the archive: ${path}: ${reasonOf(error)}`;
  return new ArchiveError("archive", message, hint, { cause: error });
}
