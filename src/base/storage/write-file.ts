import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  fchmodSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join, resolve, sep } from "node:path";
import { codeOf, reasonOf, StorageError } from "./errors.js";
import { isTrusted } from "./read-file.js";

/**
 * Reports what exists at the path of a new file, before any work is done for it.
 * @throws {StorageError} when its directory is missing or cannot be written to
 */
export function lookForNewFile(path: string): "nothing" | "a file" | "something else" {
  const directory = dirname(resolve(path));
  try {
    accessSync(`${directory}${sep}`, constants.W_OK); // fails for a file in its place
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats === undefined) return "nothing";
    return stats.isFile() ? "a file" : "something else";
  } catch (error) {
    throw new StorageError(
      `cannot write ${path}: ${reasonOf(error)}`,
      "name a file in a directory that exists and that you can write to",
      { cause: error },
    );
  }
}

/**
 * Replaces a file by a temporary one beside it that was flushed to the disk: one atomic step. A symbolic link
 * is followed and kept.
 * @param mode mode of the file, whatever the umask
 * @throws {StorageError} when it cannot be written, is not a regular file, or is a link of another user
 */
export function replaceFile(path: string, text: string, mode = 0o600): void {
  let temporary: string | undefined;
  try {
    const target = replaceable(path);
    removeUnfinished(target);
    temporary = temporaryOf(target);
    writeDurably(temporary, text, mode);
    renameSync(temporary, target);
  } catch (error) {
    if (temporary !== undefined) rmSync(temporary, { force: true });
    throw cannotWrite(path, error);
  }
}

/**
 * Creates a file (mode 0600) at a path that the user has named, with its directory (mode 0700).
 * @returns false when there is something at that path, which is left as it is
 * @throws {StorageError} when it cannot be written
 */
export function createFile(path: string, text: string): boolean {
  let file: number | undefined;
  try {
    makeDirectory(dirname(resolve(path)));
    file = openSync(path, "wx", 0o600);
    writeFileSync(file, text);
    return true;
  } catch (error) {
    if (file === undefined && codeOf(error) === "EEXIST") return false;
    if (file !== undefined) rmSync(path, { force: true });
    throw cannotWrite(path, error);
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/**
 * Creates a directory and its parents, each with mode 0700. Node's own `recursive` never returns where a
 * file system answers "no such directory" below an existing one, as /proc does.
 * @returns whether the directory was created
 * @throws the system's error
 */
export function makeDirectory(path: string): boolean {
  try {
    mkdirSync(path, { mode: 0o700 });
    return true;
  } catch (error) {
    const code = codeOf(error);
    if (code === "EEXIST" && statSync(`${path}${sep}`).isDirectory()) return false; // a file: ENOTDIR
    const above = dirname(path);
    if (code !== "ENOENT" || above === path || existsSync(above)) throw error;
    makeDirectory(above);
    mkdirSync(path, { mode: 0o700 });
    return true;
  }
}

/**
 * Returns the file to replace for a path: the target of symbolic links, or the path itself if nothing exists.
 * Replacing a device would destroy it, and a link of another user could lead to any file of the caller.
 */
function replaceable(path: string): string {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats?.isSymbolicLink() === true && !isTrusted(stats.uid)) {
    throw new StorageError(
      `cannot write ${path}: it is a symbolic link of another user (uid ${stats.uid})`,
      "name a file in a directory in which only you can write",
    );
  }
  const target = statSync(path, { throwIfNoEntry: false });
  if (target === undefined) return path;
  if (target.isFile()) return stats?.isSymbolicLink() === true ? realpathSync(path) : path;
  throw new StorageError(`cannot write ${path}: it is not a regular file`);
}

function cannotWrite(path: string, cause: unknown): StorageError {
  if (cause instanceof StorageError) return cause;
  return new StorageError(
    `cannot write ${path}: ${reasonOf(cause)}`,
    "check the free space and the permissions of its directory",
    { cause },
  );
}

function writeDurably(path: string, text: string, mode: number): void {
  const file = openSync(path, "wx", 0o600);
  try {
    fchmodSync(file, mode);
    writeFileSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Returns a name beside a file for its new content. */
export function temporaryOf(target: string): string {
  return `${target}.${crypto.randomUUID()}.tmp`;
}

/** Matches what {@link temporaryOf} adds to a name, and what conf adds to that. */
const UNFINISHED = /^\.[0-9a-f-]{36}\.tmp(?:\.tmp-[0-9a-f]+)?$/;

/** Removes the temporary files of a file that killed processes have left. */
export function removeUnfinished(target: string): void {
  const [directory, name] = [dirname(target), basename(target)];
  for (const entry of readdirSync(directory)) {
    if (entry.startsWith(name) && UNFINISHED.test(entry.slice(name.length))) {
      rmSync(join(directory, entry), { force: true });
    }
  }
}
