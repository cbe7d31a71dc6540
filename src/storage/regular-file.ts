import { closeSync, constants, fstatSync, openSync, readSync, type Stats } from "node:fs";
import { dirname } from "node:path";
import { codeOf, UnfitFileError } from "./system-error.js";
import { distrust, distrustDirectory, faultOf } from "./trust.js";

/** Which files may be read. */
export interface Trust {
  /** Whether a symbolic link in the place of the file is followed. */
  readonly follows: boolean;
  /** Describes why an open file may not be used, as a sentence; undefined when it may. */
  fault(path: string, stats: Stats): string | undefined;
}

/** What carry wrote for itself: no link, and in a directory in which only the caller can write. */
export const MINE: Trust = {
  follows: false,
  fault: (path, stats) => distrustDirectory(dirname(path)) ?? faultOf(path, stats),
};

/** What the user names: only the caller and root can have written it, or made a link to it. */
export const NOT_BY_OTHERS: Trust = {
  follows: true,
  fault: (path, stats) => distrust(path) ?? faultOf(path, stats),
};

/** An open file, which the caller closes. */
export interface RegularFile {
  readonly fd: number;
  readonly stats: Stats;
}

/* Does not wait for the writer of a named pipe, nor make a terminal the controlling one. */
const READ_ONLY = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0);

/** Bytes read at once from a file that states no size, as in /proc. */
const CHUNK = 64 * 1024;

/**
 * Opens a file for reading. carry reads every file through this function, since a pipe is waited for
 * and a device never ends; test/storage/opened-files.test.ts lists the exceptions.
 * @param most maximum size in bytes
 * @returns undefined when it does not exist
 * @throws {UnfitFileError} for what is not a regular file, is too large, or may be another user's
 * @throws the system's error
 */
export function openRegular(path: string, trust: Trust, most: number): RegularFile | undefined {
  const fd = opened(path, trust.follows);
  if (fd === undefined) return undefined;
  try {
    const stats = fstatSync(fd);
    if (stats.isDirectory()) throw new UnfitFileError("type", "it is a directory");
    if (!stats.isFile()) throw notRegular();
    const fault = trust.fault(path, stats);
    if (fault !== undefined) throw new UnfitFileError("trust", fault);
    if (stats.size > most) throw tooLarge(most);
    return { fd, stats };
  } catch (error) {
    closeSync(fd);
    throw error;
  }
}

/** Reads a file whole, as {@link readRegularBytes}, as text without a byte order mark, which Windows sets. */
export function readRegular(path: string, trust: Trust, most: number): string | undefined {
  return readRegularBytes(path, trust, most)
    ?.toString("utf8")
    .replace(/^\uFEFF/, "");
}

/**
 * Reads a file whole.
 * @returns undefined when it does not exist
 * @throws as {@link openRegular}, also for a file that grows beyond `most` while it is read
 */
export function readRegularBytes(path: string, trust: Trust, most: number): Buffer | undefined {
  const file = openRegular(path, trust, most);
  if (file === undefined) return undefined;
  try {
    return readBounded(file, most);
  } finally {
    closeSync(file.fd);
  }
}

/** Reads an open file up to its size. @throws {UnfitFileError} when more than `most` bytes come */
export function readBounded({ fd, stats: { size } }: RegularFile, most: number): Buffer {
  const parts: Buffer[] = [];
  for (let total = 0; ; ) {
    const part = Buffer.allocUnsafe(size > total ? size - total : CHUNK);
    const count = readSync(fd, part);
    parts.push(part.subarray(0, count));
    total += count;
    if (total > most) throw tooLarge(most);
    if (count === 0 || total === size)
      return parts.length === 1 ? part.subarray(0, count) : Buffer.concat(parts);
  }
}

function opened(path: string, follows: boolean): number | undefined {
  try {
    return openSync(path, READ_ONLY | (follows ? 0 : (constants.O_NOFOLLOW ?? 0)));
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
