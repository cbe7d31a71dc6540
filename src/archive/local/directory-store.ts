import { closeSync, read } from "node:fs";
import { readdir, rm, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { BOUNDS } from "../../base/bounds.js";
import { type Clock, timeOfComputer } from "../../base/time/clock.js";
import { openRegular, type Trust } from "../../storage/regular-file.js";
import { reasonOf, UnfitFileError } from "../../storage/system-error.js";
import { ArchiveError } from "../errors.js";
import type { ArchiveStore } from "../store.js";
import { type HoldClock, holdLock } from "./hold-lock.js";
import { ifThere, listFiles } from "./list-files.js";
import { createPlaceTrust, type Modes } from "./place-trust.js";
import {
  createFile,
  makeDurableDirectory,
  replaceFile,
  syncDirectory,
  UNFINISHED,
} from "./write-file.js";

/** An unfinished file older than this was left by a killed process. */
const ABANDONED_MS = 24 * 3_600_000;

const { rowsBytes, otherBytes } = BOUNDS.archive;

/**
 * Opens a directory as the store of an archive; it is created with the first object. Every method
 * throws an {@link ArchiveError} of kind `archive` when the directory cannot be read or written, or
 * when others than the caller, root and its group can write to it or to what is in it.
 * @param path relative ones are resolved now
 * @param isNamed whether the user has named the directory; only then may a group share it
 */
export function openDirectoryStore(
  path: string,
  clock: HoldClock & Pick<Clock, "now" | "ofComputer">,
  isNamed: boolean,
): ArchiveStore {
  const root = resolve(path);
  const trust = createPlaceTrust(root, isNamed);
  const pathOf = (name: string) => join(root, ...name.split("/"));
  /** Does work that writes to a directory, which is created if it is missing. */
  const writingTo = <T>(path: string, directory: string, work: (modes: Modes) => Promise<T>) =>
    writing(path, async () => {
      trust.check(directory);
      await makeDurableDirectory(directory, trust.modes().directory);
      trust.check(directory); // it may have been created by another user meanwhile
      return work(trust.modes());
    });
  return {
    where: root,
    list: (prefix) =>
      reading(root, async () => {
        trust.check(root);
        return listFiles(root, prefix, timeOfComputer(clock));
      }),
    read: (name) => reading(pathOf(name), () => readFileOf(pathOf(name), trust)),
    create: (name, bytes) =>
      writingTo(pathOf(name), dirname(pathOf(name)), ({ file }) =>
        createFile(pathOf(name), bytes, file),
      ),
    replace: (name, bytes) =>
      writingTo(pathOf(name), dirname(pathOf(name)), ({ file }) =>
        replaceFile(pathOf(name), bytes, file),
      ),
    remove: (names) =>
      writing(root, async () => {
        for (const directory of new Set(names.map(pathOf).map(dirname))) trust.check(directory);
        await removeAll(names.map(pathOf));
      }),
    removeUnfinished: (prefix) =>
      writing(pathOf(prefix), async () => {
        trust.check(pathOf(prefix));
        for (const path of await unfinishedBelow(pathOf(prefix))) await rm(path, { force: true });
      }),
    async lock(name, patienceMs) {
      await writingTo(root, root, async () => {});
      const release = await holdLock(join(root, `${name}.lock`), clock, patienceMs);
      await removeAbandoned(root).catch(() => {}); // left to the next holder
      return release;
    },
    async close() {},
  };
}

const readAt = promisify(read);

/** Reads a file; undefined when it does not exist. */
async function readFileOf(path: string, trust: Trust): Promise<Uint8Array | undefined> {
  const file = openRegular(path, trust, path.endsWith(".parquet") ? rowsBytes : otherBytes);
  if (file === undefined) return undefined;
  try {
    const bytes = Buffer.alloc(file.stats.size);
    let filled = 0;
    while (filled < bytes.length) {
      const { bytesRead } = await readAt(file.fd, bytes, filled, bytes.length - filled, filled);
      if (bytesRead === 0) break;
      filled += bytesRead;
    }
    return bytes.subarray(0, filled);
  } finally {
    closeSync(file.fd);
  }
}

/** Removes files durably: one that came back after a crash would repeat its rows. */
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
  const { mtimeMs: now } = await stat(root); // the file system's clock: the lock has just changed it
  for (const path of await unfinishedBelow(root)) {
    const stats = await ifThere(stat(path));
    if (stats !== undefined && now - stats.mtimeMs > ABANDONED_MS) await rm(path, { force: true });
  }
}

async function reading<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { path: named = path } = error as NodeJS.ErrnoException; // what failed below it
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

const TRUST_HINT =
  "close it to others with chmod go-w, or take it over with chown; an archive of a group is a directory made with mkdir -m 2770, which --archive, CARRY_ARCHIVE or the profile names";

function failed(what: string, path: string, error: unknown, hint: string): ArchiveError {
  const isDoubted = error instanceof UnfitFileError && error.unfit === "trust";
  const message = `cannot ${what} the archive: ${path}: ${reasonOf(error)}`;
  return new ArchiveError("archive", message, isDoubted ? TRUST_HINT : hint, { cause: error });
}
