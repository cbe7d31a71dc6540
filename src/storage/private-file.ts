import { readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { BOUNDS } from "../base/bounds.js";
import { orElse } from "../base/or-else.js";
import { makeDirectory } from "./make-directory.js";
import { MINE, readRegularBytes } from "./regular-file.js";
import { distrustDirectory } from "./trust.js";

/**
 * Reads a file that carry has written for itself.
 * @returns undefined when it is missing, cannot be read or is not {@link MINE}
 */
export function readPrivate(path: string): string | undefined {
  const read = () => readRegularBytes(path, MINE, BOUNDS.file.own)?.toString("utf8");
  return orElse(read, undefined);
}

/**
 * Writes a file (mode 0600) atomically, in a directory (mode 0700) of carry: a temporary file first,
 * which then replaces the old one.
 * @returns false when the file could not be written
 */
export function writePrivate(path: string, content: string | Uint8Array): boolean {
  const directory = dirname(path);
  const temporary = `${path}.${process.pid}${Math.trunc(Math.random() * 1e9)}.tmp`;
  try {
    if (distrustDirectory(directory) !== undefined) return false;
    create(temporary, content);
    renameSync(temporary, path);
    return true;
  } catch {
    removeFile(temporary);
    return false;
  }
}

/** Creates a file, and its directory if that is missing. */
function create(path: string, content: string | Uint8Array): void {
  const write = () => writeFileSync(path, content, { mode: 0o600, flag: "wx" });
  try {
    write();
  } catch (error) {
    if ((error as { code?: unknown }).code !== "ENOENT") throw error;
    makeDirectory(dirname(path), 0o700);
    write();
  }
}

/** Removes a file, and its temporary files that killed processes have left; ignores failures. */
export function removePrivate(path: string): void {
  removeFile(path);
  const directory = dirname(path);
  for (const name of orElse(() => readdirSync(directory), [])) {
    const isBegun = name.endsWith(".tmp") && finishedName(name) === basename(path);
    if (isBegun) removeFile(join(directory, name));
  }
}

/** Returns the name of a file without the suffix of a temporary one. */
export function finishedName(name: string): string {
  return name.replace(/\.\d+\.tmp$/, "");
}

/** Removes a file, if there is one; ignores failures. */
export function removeFile(path: string): void {
  // `force` ignores a missing file, but not a directory in its place.
  orElse(() => rmSync(path, { force: true }), undefined);
}
