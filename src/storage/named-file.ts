import {
  accessSync,
  closeSync,
  constants,
  fchmodSync,
  fsyncSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join, resolve, sep } from "node:path";
import { BOUNDS } from "../base/bounds.js";
import { StorageError } from "./errors.js";
import { makeDirectory } from "./make-directory.js";
import { NOT_BY_OTHERS, readRegular } from "./regular-file.js";
import { replaceable } from "./replaceable.js";
import { codeOf, reasonOf, UnfitFileError } from "./system-error.js";
import { distrust } from "./trust.js";

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
 * Writes a whole file (mode 0600), or none.
 * @param replace whether a file at that path is replaced
 * @returns false when there is something at that path, which is left as it is
 * @throws {StorageError} when it cannot be written
 */
export function writeWhole(path: string, text: string, replace: boolean): boolean {
  if (!replace) return createNamed(path, text);
  stageNamed(path, text).commit();
  return true;
}

/**
 * Reads a file at a path that the user has named, which carry continues from or judges by: another
 * user could otherwise put text there that carry writes to stdout, or silence an alert.
 * @returns undefined when it does not exist
 * @throws {StorageError} when it cannot be read, is not a regular file, is too large, or another user
 *   can have written it or can create it
 */
export function readNamed(path: string): string | undefined {
  try {
    const text = readRegular(path, NOT_BY_OTHERS, BOUNDS.file.named);
    const fault = text === undefined ? distrust(path) : undefined;
    if (fault !== undefined) throw new UnfitFileError("trust", fault);
    return text;
  } catch (error) {
    if (error instanceof UnfitFileError && error.unfit === "trust") {
      throw new StorageError(
        `cannot use ${path}: ${error.message}`,
        "name a file that only you can write to, in a directory of your own",
      );
    }
    throw new StorageError(`cannot read ${path}: ${reasonOf(error)}`, undefined, { cause: error });
  }
}

/** New content of a file, written beside it. */
export interface Staged {
  /** Replaces the file. @throws {StorageError} when it cannot be replaced; it is unchanged then */
  commit(): void;
  /** Removes the new content. */
  discard(): void;
}

/**
 * Writes new content to a temporary file beside a file and flushes it to the disk, so that replacing the
 * file is one atomic and immediate step. A symbolic link is followed and kept.
 * @param mode mode of the file, whatever the umask
 * @throws {StorageError} when it cannot be written, is not a regular file, or is a link of another user
 */
export function stageNamed(path: string, text: string, mode = 0o600): Staged {
  let temporary = "";
  const discard = () => {
    if (temporary !== "") rmSync(temporary, { force: true });
  };
  const attempt = <T>(work: () => T): T => {
    try {
      return work();
    } catch (error) {
      discard();
      throw cannotWrite(path, error);
    }
  };
  const target = attempt(() => replaceable(path));
  attempt(() => {
    removeUnfinished(target);
    temporary = `${target}.${crypto.randomUUID()}.tmp`;
    writeDurably(temporary, text, mode);
  });
  return { commit: () => attempt(() => renameSync(temporary, target)), discard };
}

/**
 * Creates a file (mode 0600) at a path that the user has named, with its directory (mode 0700).
 * @returns false when there is something at that path, which is left as it is
 * @throws {StorageError} when it cannot be written
 */
export function createNamed(path: string, text: string): boolean {
  let file: number | undefined;
  try {
    makeDirectory(dirname(resolve(path)), 0o700);
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

const UNFINISHED = /^\.[0-9a-f-]{36}\.tmp$/;

/** Removes the temporary files of a file that killed processes have left. */
function removeUnfinished(target: string): void {
  const [directory, name] = [dirname(target), basename(target)];
  for (const entry of readdirSync(directory)) {
    if (entry.startsWith(name) && UNFINISHED.test(entry.slice(name.length))) {
      rmSync(join(directory, entry), { force: true });
    }
  }
}
