import { chmodSync, lstatSync, readlinkSync, type Stats } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { codeOf } from "./system-error.js";

type IsSpared = (path: string, stats: Stats) => boolean;

/** Maximum number of symbolic links on a path, as on Linux. */
const MAX_LINKS = 40;

/**
 * Describes why the file at a path may come from another user, as a sentence; undefined when only
 * the caller and root can have put it there. Checks every directory of the path, and those behind
 * symbolic links: a user who can write to one of them can replace the next. In a sticky directory
 * such as /tmp only the owner of the next part can. A path that does not exist yet is trusted if the
 * directories above it are. On Windows nothing is checked and everything is trusted.
 * @param isSpared whether a part counts as its owner's although its mode says that others can write
 * Source: Kupsch and Miller, "How to Open a File and Not Get Hacked" (ARES 2008).
 */
export function distrust(path: string, isSpared?: IsSpared): string | undefined {
  if (process.platform === "win32") return undefined;
  let left = partsOf(resolve(path));
  let at = "/";
  for (let links = 0; ; ) {
    const stats = lstatSync(at, { throwIfNoEntry: false });
    if (stats === undefined) return undefined;
    const fault = faultOf(at, stats, isSpared);
    if (fault !== undefined) return fault;
    if (stats.isSymbolicLink()) {
      if (++links > MAX_LINKS) return `${path} has too many symbolic links on its way`;
      left = [...partsOf(resolve(dirname(at), readlinkSync(at))), ...left];
      at = "/";
      continue;
    }
    const [next, ...rest] = left;
    if (next === undefined) return undefined;
    at = join(at, next);
    left = rest;
  }
}

/**
 * Describes why a part of a path may come from another user, as a sentence; undefined when the caller or root
 * owns it and nobody else can change it.
 */
export function faultOf(path: string, stats: Stats, isSpared?: IsSpared): string | undefined {
  if (process.platform === "win32") return undefined;
  const { uid } = stats;
  const isLink = stats.isSymbolicLink();
  if (!isTrusted(uid)) return `${path} belongs to another user (uid ${uid})`;
  // In a sticky directory only the owner of an entry may replace it.
  const isShared = stats.isDirectory() && (stats.mode & 0o1000) !== 0;
  if (isLink || isShared || !othersMayWrite(stats) || isSpared?.(path, stats)) return undefined;
  return `${path} can be changed by other users`;
}

/**
 * Describes why other users can write to a directory, as a sentence; undefined when only the caller
 * can, or when it does not exist and can be created that way.
 */
export function distrustDirectory(directory: string): string | undefined {
  const reason = distrust(directory);
  if (reason !== undefined || process.platform === "win32") return reason;
  const stats = lstatSync(directory, { throwIfNoEntry: false });
  if (stats === undefined) return undefined;
  if (!stats.isDirectory()) return `${directory} is not a directory`;
  if (stats.uid !== process.geteuid?.()) return `${directory} belongs to another user`;
  return othersMayWrite(stats) ? `${directory} can be changed by other users` : undefined;
}

/**
 * Reports whether the mode of a file or directory of the caller cannot be changed, as on a drive of Windows
 * in WSL: then it does not say who can write. It is found out with the sticky bit, which is taken back.
 */
export function hasFixedMode(path: string, { mode, uid }: Stats): boolean {
  if (uid !== process.geteuid?.()) return false;
  try {
    chmodSync(path, mode | 0o1000);
    if ((lstatSync(path).mode & 0o1000) === 0) return true;
    chmodSync(path, mode);
    return false;
  } catch (error) {
    return ["EPERM", "ENOTSUP", "ENOSYS"].includes(codeOf(error) ?? "");
  }
}

/** Reports whether a user's files are trusted: the caller's, root's, and those of sudo's caller. */
export function isTrusted(uid: number): boolean {
  const caller = process.geteuid?.();
  if (uid === 0 || uid === caller) return true;
  return caller === 0 && process.env.SUDO_UID === String(uid);
}

/**
 * Reports whether users other than the owner and the group can write. A group with the owner's number
 * counts as a user private group (as on Debian and Fedora, where a umask of 002 is common).
 */
function othersMayWrite({ mode, uid, gid }: Stats): boolean {
  if (process.platform === "win32") return false;
  const groupMay = (mode & 0o020) !== 0 && gid !== uid;
  return groupMay || (mode & 0o002) !== 0;
}

function partsOf(path: string): string[] {
  return path.split("/").filter((part) => part !== "");
}
