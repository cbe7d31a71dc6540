import {
  closeSync,
  constants,
  fstatSync,
  linkSync,
  lstatSync,
  openSync,
  readFileSync,
  unlinkSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { StorageError } from "../errors.js";
import { codeOf, reasonOf } from "../system-error.js";

/** A lock as it was found. */
export interface LockFile {
  /** Empty where it is not readable. */
  readonly content: string;
  readonly mtimeMs: number;
  readonly inode: number;
}

/** A larger file is not a lock. */
const MAX_BYTES = 4096;

/* No link is followed, and a pipe without a writer is opened at once instead of waited for. */
const SAFE = (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** What a killed process may leave behind, after the name of the lock. */
export const TEMPORARY = /^\.[0-9a-f-]{36}\.tmp$/;

/**
 * Creates a lock that is never seen without its content: a temporary file beside it, linked to its
 * name. The temporary file may be removed by others at any time.
 * @param content differs from that of every other lock
 * @returns false when somebody else has the lock
 * @throws {StorageError} when it cannot be created
 */
export function createWhole(path: string, content: string): boolean {
  return withTemporary(path, content, (temporary) => link(temporary, path, content));
}

/**
 * Returns the time of the file system of a lock, in milliseconds: the clock of a network file system
 * may differ from this computer's.
 * @throws {StorageError} when nothing can be created there
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
    throw new StorageError(
      `cannot create the lock ${path}: ${reasonOf(error)}`,
      "check that there is room, and who may write there",
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
    // A network file system may repeat a request that was done: then the lock that exists is ours.
    if (code === "EEXIST" || code === "ENOENT") return look(path)?.content === content;
    // File systems without hard links differ in what they answer. Any other error comes again here.
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
 * Writes a file that was not there, or leaves none.
 * @returns when it was written, in the time of the file system
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

/** Looks at a lock; undefined when there is none. */
export function look(path: string): LockFile | undefined {
  let file: number | undefined;
  try {
    file = openSync(path, constants.O_RDONLY | SAFE);
    const { mtimeMs, ino: inode, size } = fstatSync(file);
    return { content: size > MAX_BYTES ? "" : readFileSync(file, "utf8"), mtimeMs, inode };
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    const stats = lstatSync(path, { throwIfNoEntry: false });
    return stats && { content: "", mtimeMs: stats.mtimeMs, inode: stats.ino };
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/** Tells whether a lock is the same one, and was not refreshed meanwhile. */
export function isSame(one: LockFile, other: LockFile): boolean {
  const { content, mtimeMs, inode } = other;
  return one.content === content && one.mtimeMs === mtimeMs && one.inode === inode;
}

/**
 * Makes one's own lock as new as it was at first. Writing the same content again sets the time of
 * the file system, which `utimes` does not; and as the file is compared once it is open, another's
 * lock is never refreshed.
 * @returns false when it is no longer there
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

/** Removes a lock that is one's own. */
export function removeOwn(path: string, content: string): void {
  if (look(path)?.content === content) remove(path);
}

/** @returns whether it is gone, be it that somebody else removed it */
export function remove(path: string): boolean {
  try {
    unlinkSync(path);
    return true;
  } catch (error) {
    return codeOf(error) === "ENOENT";
  }
}
