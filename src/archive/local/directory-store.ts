import { open, readdir, readFile, rm, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { codeOf, reasonOf } from "../../storage/system-error.js";
import { ArchiveError } from "../errors.js";
import type { ArchiveStore, StoredObject } from "../store.js";
import { type HoldClock, holdLock } from "./hold-lock.js";
import {
  createFile,
  makeDurableDirectory,
  replaceFile,
  syncDirectory,
  UNFINISHED,
} from "./write-file.js";

/** An unfinished file older than this is of a process that was killed. */
const ABANDONED_MS = 24 * 3_600_000;

/** Name of a lock, and of what a process leaves beside one. */
const OF_LOCK = /^[\w-]+\.lock(\.|$)/;

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
    list: (prefix) => reading(root, () => listBelow(root, prefix)),
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
    async lock(name) {
      await writing(root, () => makeDurableDirectory(root));
      const release = await holdLock(join(root, `${name}.lock`), clock);
      await removeUnfinished(root).catch(() => {}); // left to the next holder
      return release;
    },
    async close() {},
  };
}

async function listBelow(root: string, prefix: string): Promise<StoredObject[]> {
  const found: StoredObject[] = [];
  const visit = async (directory: string, before: string): Promise<void> => {
    const { files, directories } = await contentsOf(directory, (name) => {
      const isOurs = !name.endsWith(UNFINISHED) && !(before === "" && OF_LOCK.test(name));
      return isOurs && `${before}${name}`.startsWith(prefix);
    });
    found.push(...files.map(({ name, size }) => ({ name: `${before}${name}`, size })));
    const below = directories
      .map((name) => ({ path: join(directory, name), before: `${before}${name}/` }))
      .filter((it) => it.before.startsWith(prefix) || prefix.startsWith(it.before));
    await Promise.all(below.map((it) => visit(it.path, it.before)));
  };
  const below = prefix.slice(0, prefix.lastIndexOf("/") + 1); // nothing else can have the prefix
  await visit(join(root, ...below.split("/")), below);
  return found.sort((a, b) => (a.name < b.name ? -1 : 1));
}

/**
 * Returns the directories in a directory, and its wanted files. When one of them was removed meanwhile,
 * it looks again: the file that replaces it was created before, and maybe after the names were read.
 */
async function contentsOf(directory: string, isWanted: (name: string) => boolean) {
  for (;;) {
    const entries = (await ifThere(readdir(directory, { withFileTypes: true }))) ?? [];
    const directories = entries.filter((it) => it.isDirectory()).map(({ name }) => name);
    const names = entries.filter((it) => !it.isDirectory() && isWanted(it.name));
    const looks = names.map(async ({ name }) => {
      const stats = await ifThere(stat(join(directory, name)));
      return stats && { name, size: stats.size };
    });
    const files = (await Promise.all(looks)).filter((it) => it !== undefined);
    if (files.length === names.length) return { files, directories };
  }
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

/** Removes the unfinished files of processes that were killed. */
async function removeUnfinished(root: string): Promise<void> {
  const { mtimeMs: now } = await stat(root); // the clock of the file system, which a lock just used
  for (const entry of await readdir(root, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile() || !entry.name.endsWith(UNFINISHED)) continue;
    const path = join(entry.parentPath, entry.name);
    const stats = await ifThere(stat(path));
    if (stats !== undefined && now - stats.mtimeMs > ABANDONED_MS) await rm(path, { force: true });
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

async function reading<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw failed("read", path, error, "check the permissions of the archive");
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
