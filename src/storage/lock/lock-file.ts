import {
  closeSync,
  constants,
  fstatSync,
  linkSync,
  lstatSync,
  openSync,
  readFileSync,
  type Stats,
  unlinkSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { StorageError } from "../errors.js";
import { openRegular, type RegularFile, readBounded, type Trust } from "../regular-file.js";
import { codeOf, reasonOf } from "../system-error.js";

/** State of a lock file when it was read. */
export interface LockFile {
  /** Empty when it cannot be read. */
  readonly content: string;
  readonly mtimeMs: number;
  readonly inode: number;
  /** Whether no process wrote it: it is empty, or no regular file. */
  readonly isBlank: boolean;
}

/** A larger file is not a lock. */
const MAX_BYTES = 4096;

/* Follows no link, and does not wait for the writer of a named pipe. */
const SAFE = (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** Suffix of a temporary file, which a killed process may leave beside the lock. */
export const TEMPORARY = /^\.[0-9a-f-]{36}\.tmp$/;

/**
 * Creates a lock together with its content, by writing a temporary file and linking it to the name
 * of the lock. Other processes may remove the temporary file at any time.
 * @param content unique among all locks
 * @returns false when another process holds the lock
 * @throws {StorageError} when the lock cannot be created
 */
export function createWhole(path: string, content: string): boolean {
  return withTemporary(path, content, (temporary) => link(temporary, path, content));
}

/**
 * Returns the current time of a lock's file system in milliseconds since the epoch. The clock of a
 * network file system may differ from this computer's.
 * @throws {StorageError} when no file can be created there
 */
export function timeAt(path: string, content: string): number {
  return withTemporary(path, content, (_temporary, now) => now);
}

function withTemporary<T>(
  path: string,
  content: string,
  use: (temporary: string, now: number) => T,
): T {
  const temporary = `${path}.${crypto.randomUUID()}.tmp`;
  try {
    return use(temporary, writeNew(temporary, content));
  } catch (error) {
    if (error instanceof StorageError) throw error;
    throw new StorageError(
      `cannot create the lock ${path}: ${reasonOf(error)}`,
      "check the free space and the permissions of its directory",
      { cause: error },
    );
  } finally {
    remove(temporary);
  }
}

function link(temporary: string, path: string, content: string): boolean {
  try {
    linkSync(temporary, path);
    return true;
  } catch (error) {
    const code = codeOf(error);
    // A network file system may repeat a request that succeeded: then the existing lock is ours.
    if (code === "EEXIST" || code === "ENOENT") return look(path)?.content === content;
    // File systems without hard links fail with various codes. Any other error occurs again here.
    return createInPlace(path, content);
  }
}

function createInPlace(path: string, content: string): boolean {
  try {
    writeNew(path, content);
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    throw error;
  }
}

/**
 * Writes a new file; leaves none behind when that fails.
 * @returns the time of writing by the file system's clock
 */
function writeNew(path: string, content: string): number {
  const file = openSync(path, "wx", 0o600);
  try {
    writeFileSync(file, content);
    return fstatSync(file).mtimeMs;
  } catch (error) {
    remove(path);
    throw error;
  } finally {
    closeSync(file);
  }
}

/** A lock may belong to another user, or to a computer that shares the directory. */
const ANYBODYS: Trust = { follows: false, fault: () => undefined };

/**
 * Reads a lock; undefined when it does not exist.
 * @throws {StorageError} when it is a directory, which no process made and none can remove
 */
export function look(path: string): LockFile | undefined {
  let file: RegularFile | undefined;
  try {
    file = openRegular(path, ANYBODYS, MAX_BYTES);
    if (file === undefined) return undefined;
    const content = readBounded(file, MAX_BYTES).toString("utf8");
    return lockFile(content, file.stats, content === "");
  } catch {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (stats?.isDirectory()) {
      throw new StorageError(
        `cannot create the lock ${path}: a directory is in its place`,
        `remove ${path}`,
      );
    }
    return stats && lockFile("", stats, !stats.isFile());
  } finally {
    if (file !== undefined) closeSync(file.fd);
  }
}

function lockFile(content: string, { mtimeMs, ino }: Stats, isBlank: boolean): LockFile {
  return { content, mtimeMs, inode: ino, isBlank };
}

/** Reports whether both are the same lock, not refreshed in between. */
export function isSame(one: LockFile, other: LockFile): boolean {
  const { content, mtimeMs, inode } = other;
  return one.content === content && one.mtimeMs === mtimeMs && one.inode === inode;
}

/**
 * Refreshes the time of this process's lock. It writes the same content again, which uses the clock
 * of the file system, as `utimes` does not. The content is compared in the open file, so the lock
 * of another process is never refreshed.
 * @returns false when the lock no longer exists
 */
export function refresh(path: string, content: string): boolean {
  let file: number | undefined;
  try {
    file = openSync(path, constants.O_RDWR | SAFE);
    if (readFileSync(file, "utf8") !== content) return false;
    writeSync(file, content, 0);
    return true;
  } catch {
    return false;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/** Removes a lock if this process holds it. */
export function removeOwn(path: string, content: string): void {
  if (look(path)?.content === content) remove(path);
}

/** Removes a file; returns true also when it did not exist. */
export function remove(path: string): boolean {
  try {
    unlinkSync(path);
    return true;
  } catch (error) {
    return codeOf(error) === "ENOENT";
  }
}
