import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readSync,
  realpathSync,
  type Stats,
  statSync,
} from "node:fs";
import { dirname, resolve } from "node:path";
import { BOUNDS } from "../bounds.js";
import { orElse } from "../functions.js";
import { codeOf, reasonOf, StorageError, UnfitFileError } from "./errors.js";

/**
 * Describes why an open file may not be used, as a sentence; undefined when it may. Only what can send the
 * key elsewhere or run a program is checked: the configuration and the file of the key.
 */
export type FaultOf = (path: string, stats: Stats) => string | undefined;

/* Does not wait for the writer of a named pipe, nor make a terminal the controlling one. */
const READ_ONLY = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0);

/** Bytes read at once from a file that states no size, as in /proc. */
const CHUNK = 64 * 1024;

/**
 * Reads a file whole. carry reads every file of this computer through this function, since a pipe is waited
 * for and a device never ends.
 * @param most maximum size in bytes
 * @returns undefined when it does not exist
 * @throws {UnfitFileError} for what is not a regular file, is too large, or may be another user's
 * @throws the system's error
 */
export function readBytes(path: string, most: number, faultOf?: FaultOf): Buffer | undefined {
  const fd = opened(path);
  if (fd === undefined) return undefined;
  try {
    const stats = fstatSync(fd);
    if (stats.isDirectory()) throw new UnfitFileError("type", "it is a directory");
    if (!stats.isFile()) throw notRegular();
    const fault = faultOf?.(path, stats);
    if (fault !== undefined) throw new UnfitFileError("trust", fault);
    return readBounded(fd, stats.size, most);
  } finally {
    closeSync(fd);
  }
}

/** Reads a file whole, as {@link readBytes}, as text without a byte order mark, which Windows sets. */
export function readText(path: string, most: number, faultOf?: FaultOf): string | undefined {
  return readBytes(path, most, faultOf)
    ?.toString("utf8")
    .replace(/^\uFEFF/, "");
}

/** Reads a file at a path of the user's. @throws {StorageError} when it cannot be read, also for its kind or size */
export function readNamed(path: string): string | undefined {
  try {
    return readText(path, BOUNDS.file.named);
  } catch (error) {
    throw new StorageError(`cannot read ${path}: ${reasonOf(error)}`, undefined, { cause: error });
  }
}

/** Reads an open file up to its size. @throws {UnfitFileError} when it has, or more than `most` bytes come */
function readBounded(fd: number, size: number, most: number): Buffer {
  if (size > most) throw tooLarge(most);
  const parts: Buffer[] = [];
  for (let total = 0; ; ) {
    const part = Buffer.allocUnsafe(size > total ? size - total : CHUNK);
    const count = readSync(fd, part);
    parts.push(part.subarray(0, count));
    total += count;
    if (total > most) throw tooLarge(most);
    if (count > 0 && total !== size) continue;
    return parts.length === 1 ? part.subarray(0, count) : Buffer.concat(parts);
  }
}

function opened(path: string): number | undefined {
  try {
    return openSync(path, READ_ONLY);
  } catch (error) {
    const code = codeOf(error);
    if (code === "ENOENT") return undefined;
    if (code === "ENXIO") throw notRegular(); // a socket, or a device without a driver
    throw error;
  }
}

function notRegular(): UnfitFileError {
  return new UnfitFileError("type", "it is not a regular file");
}

function tooLarge(most: number): UnfitFileError {
  return new UnfitFileError("size", `it is larger than ${most / 2 ** 10} KiB`);
}

/**
 * Describes why a file may come from another user, as a sentence; undefined when only the caller and root
 * can have written it, linked to it, or can write to a directory above it. On Windows nothing is checked.
 * Source: `safe_path` of OpenSSH (misc.c).
 * @param stats of the open file
 */
export function notByOthers(path: string, stats: Stats): string | undefined {
  if (process.platform === "win32") return undefined;
  const fault = faultOf(path, lstatSync(path)) ?? faultOf(path, stats);
  // No path leads to a file of another mount namespace, which /proc/PID/root shows.
  return fault ?? directoryFault(dirname(orElse(() => realpathSync(path), resolve(path))));
}

/** Describes why another user can replace a file in a directory, as a sentence. */
export function directoryFault(directory: string): string | undefined {
  if (process.platform === "win32") return undefined;
  const fault = faultOf(directory, statSync(directory));
  const above = dirname(directory);
  return fault ?? (above === directory ? undefined : directoryFault(above));
}

function faultOf(path: string, stats: Stats): string | undefined {
  if (!isTrusted(stats.uid)) return `${path} belongs to another user (uid ${stats.uid})`;
  // A link has no mode of its own, and in a sticky directory only the owner of an entry may replace it.
  const isSticky = stats.isDirectory() && (stats.mode & 0o1000) !== 0;
  if (stats.isSymbolicLink() || isSticky || !othersMayWrite(stats)) return undefined;
  return `${path} can be changed by other users`;
}

/** Reports whether a user's files are trusted: the caller's, root's, and those of sudo's caller. */
export function isTrusted(uid: number): boolean {
  const caller = process.geteuid?.() ?? uid;
  if (uid === 0 || uid === caller) return true;
  return caller === 0 && process.env.SUDO_UID === String(uid);
}

/**
 * Reports whether users other than the owner and the group can write. A group with the owner's number
 * counts as a user private group (as on Debian and Fedora, where a umask of 002 is common).
 */
function othersMayWrite({ mode, uid, gid }: Stats): boolean {
  const groupMay = (mode & 0o020) !== 0 && gid !== uid;
  return groupMay || (mode & 0o002) !== 0;
}
