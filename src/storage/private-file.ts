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

/* No link is followed, and a pipe without a writer is opened at once instead of waited for. */
const READ_ONLY = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** A larger file is not one of carry's. */
const MAX_BYTES = 32 * 1024 * 1024;

/**
 * Reads a file that carry has kept for itself. Whatever is wrong with it, it is no file: missing, a
 * link, a pipe, another user's, in a directory that others may write.
 * @returns undefined where there is none
 */
export function readPrivate(path: string): string | undefined {
  if (distrustDirectory(dirname(path)) !== undefined) return undefined;
  let file: number | undefined;
  try {
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
 * Writes a file (0600) for carry alone, in a directory (0700) of its own, whole or not at all: under
 * another name first, which then takes the place of what was there. What a killed process has left
 * of an earlier attempt is removed.
 * @returns false where nothing could be kept
 */
export function writePrivate(path: string, text: string): boolean {
  const directory = dirname(path);
  const temporary = `${path}.${process.pid}${Math.trunc(Math.random() * 1e9)}.tmp`;
  try {
    if (distrustDirectory(directory) !== undefined) return false;
    makeDirectory(directory, 0o700);
    removeUnfinished(path);
    writeFileSync(temporary, text, { mode: 0o600, flag: "wx" });
    renameSync(temporary, path);
    return true;
  } catch {
    remove(temporary);
    return false;
  }
}

/** Removes a file and what was begun of it, as far as they can be removed. */
export function removePrivate(path: string): void {
  remove(path);
  removeUnfinished(path);
}

/** The name of a file that is written, without what stands behind it until it is whole. */
export function finishedName(name: string): string {
  return name.replace(/\.\d+\.tmp$/, "");
}

/** Removes what killed processes have begun of a file. */
export function removeUnfinished(path: string): void {
  const directory = dirname(path);
  try {
    for (const name of readdirSync(directory)) {
      const isBegun = name.endsWith(".tmp") && finishedName(name) === basename(path);
      if (isBegun) remove(join(directory, name));
    }
  } catch {
    // there is no such directory, or it is not readable
  }
}

function remove(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // `force` passes over a file that is missing, not over a directory in its place
  }
}
