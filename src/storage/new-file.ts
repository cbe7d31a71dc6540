import { accessSync, constants, statSync } from "node:fs";
import { dirname, resolve, sep } from "node:path";
import { StorageError } from "./errors.js";
import { createNamed, stageNamed } from "./named-file.js";
import { reasonOf } from "./system-error.js";

/**
 * Reports what is at a path where a new file is wanted, before any work is done for it.
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
