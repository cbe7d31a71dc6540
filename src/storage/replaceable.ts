import { lstatSync, readlinkSync, realpathSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { StorageError } from "./errors.js";
import { codeOf } from "./system-error.js";
import { isTrusted } from "./trust.js";

/**
 * Returns the file to replace for a path: the target of symbolic links, or the path itself if nothing exists.
 * Replacing a device would destroy it, and a link of another user could lead to any file of the caller.
 * @throws {StorageError} for what is not a regular file, and for a link of another user
 * @throws the system's error
 */
export function replaceable(path: string): string {
  const target = realTarget(path);
  if (target === undefined) return path;
  refuseLinksOfOthers(path, target);
  if (lstatSync(target).isFile()) return target;
  throw new StorageError(`cannot write ${path}: it is not a regular file`);
}

function realTarget(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  }
}

/** Checks the links from the last part of a path to its target. */
function refuseLinksOfOthers(path: string, target: string): void {
  for (let at = resolve(path); at !== target; ) {
    const stats = lstatSync(at);
    if (!stats.isSymbolicLink()) return;
    if (!isTrusted(stats.uid)) {
      throw new StorageError(
        `cannot write ${path}: ${at} is a symbolic link of another user (uid ${stats.uid})`,
        "name a file in a directory in which only you can write",
      );
    }
    at = resolve(dirname(at), readlinkSync(at));
  }
}
