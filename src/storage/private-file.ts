import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  type Stats,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { makeDirectory } from "./make-directory.js";
import { distrustDirectory, isChangeable, isTrusted } from "./trust.js";

/* Follows no link, and does not wait for the writer of a named pipe. */
const READ_ONLY = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** Maximum size of a file of carry. */
const MAX_BYTES = 32 * 1024 * 1024;

/**
 * Reads a file that carry has written for itself.
 * @returns undefined when it is missing or not to be trusted: a link, a pipe, owned by another
 *   user, or in a directory that other users can write to
 */
export function readPrivate(path: string): string | undefined {
  let file: number | undefined;
  try {
    if (distrustDirectory(dirname(path)) !== undefined) return undefined;
    file = openSync(path, READ_ONLY);
    return isOwn(fstatSync(file)) ? readFileSync(file, "utf8") : undefined;
  } catch {
    return undefined;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

function isOwn(stats: Stats): boolean {
  if (!stats.isFile() || stats.size > MAX_BYTES) return false;
  return process.platform === "win32" || (isTrusted(stats.uid) && !isChangeable(stats));
}

/**
 * Writes a file (mode 0600) atomically, in a directory (mode 0700) of carry: a temporary file first,
 * which then replaces the old one.
 * @returns false when the file could not be written
 */
export function writePrivate(path: string, text: string): boolean {
  const directory = dirname(path);
  const temporary = `${path}.${process.pid}${Math.trunc(Math.random() * 1e9)}.tmp`;
  try {
    if (distrustDirectory(directory) !== undefined) return false;
    create(temporary, text);
    renameSync(temporary, path);
    return true;
  } catch {
    removeFile(temporary);
    return false;
  }
}

/** Creates a file, and its directory if that is missing. */
function create(path: string, text: string): void {
  const write = () => writeFileSync(path, text, { mode: 0o600, flag: "wx" });
  try {
    write();
  } catch (error) {
    if ((error as { code?: unknown }).code !== "ENOENT") throw error;
    makeDirectory(dirname(path), 0o700);
    write();
  }
}

/** Removes a file and its temporary files; ignores failures. */
export function removePrivate(path: string): void {
  removeFile(path);
  removeUnfinished(path);
}

/** Returns the name of a file without the suffix of a temporary one. */
export function finishedName(name: string): string {
  return name.replace(/\.\d+\.tmp$/, "");
}

/** Removes the temporary files that killed processes have left of a file. */
function removeUnfinished(path: string): void {
  const directory = dirname(path);
  try {
    for (const name of readdirSync(directory)) {
      const isBegun = name.endsWith(".tmp") && finishedName(name) === basename(path);
      if (isBegun) removeFile(join(directory, name));
    }
  } catch {
    // the directory is missing or cannot be read
  }
}

/** Removes a file, if there is one; ignores failures. */
export function removeFile(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // `force` ignores a missing file, but not a directory in its place
  }
}
