import { lstatSync, readlinkSync, type Stats } from "node:fs";
import { dirname, join, resolve } from "node:path";

/** As many links as Linux follows on one path. */
const MAX_LINKS = 40;

/**
 * Says why what is found under a path may be another user's, as a sentence; undefined when only the
 * caller and root can have put it there. Every directory on the way counts, those behind symbolic
 * links too: whoever may write one of them may put something else in the place of the next. In a
 * sticky directory such as /tmp nobody can, so there the owner of the next part decides.
 * What does not exist yet is trusted as far as the directories above it are. On Windows nothing is
 * known, and everything is trusted.
 * Source: Kupsch and Miller, "How to Open a File and Not Get Hacked" (ARES 2008).
 */
export function distrust(path: string): string | undefined {
  if (process.platform === "win32") return undefined;
  let left = partsOf(resolve(path));
  let at = "/";
  for (let links = 0; ; ) {
    const stats = lstatSync(at, { throwIfNoEntry: false });
    if (stats === undefined) return undefined;
    if (!isTrusted(stats.uid)) return `${at} belongs to another user (uid ${stats.uid})`;
    if (stats.isSymbolicLink()) {
      if (++links > MAX_LINKS) return `${path} has too many symbolic links on its way`;
      left = [...partsOf(resolve(dirname(at), readlinkSync(at))), ...left];
      at = "/";
      continue;
    }
    if (isChangeable(stats) && !isShared(stats)) return `${at} can be changed by other users`;
    const [next, ...rest] = left;
    if (next === undefined) return undefined;
    at = join(at, next);
    left = rest;
  }
}

/**
 * Says why a directory is not the caller's alone to write, as a sentence; undefined when it is, or
 * when it can be made so.
 */
export function distrustDirectory(directory: string): string | undefined {
  const reason = distrust(directory);
  if (reason !== undefined || process.platform === "win32") return reason;
  const stats = lstatSync(directory, { throwIfNoEntry: false });
  if (stats === undefined) return undefined;
  if (!stats.isDirectory()) return `${directory} is not a directory`;
  if (stats.uid !== process.geteuid?.()) return `${directory} belongs to another user`;
  return isChangeable(stats) ? `${directory} can be changed by other users` : undefined;
}

/** Tells whether a user may put files in the caller's way: the caller, root, who ran sudo. */
export function isTrusted(uid: number): boolean {
  const caller = process.geteuid?.();
  if (uid === 0 || uid === caller) return true;
  return caller === 0 && process.env.SUDO_UID === String(uid);
}

/**
 * Tells whether users other than the owner may write. A group that has the number of its user is
 * that user's own (user private groups, as on Debian and Fedora, where a umask of 002 is common).
 */
export function isChangeable({ mode, uid, gid }: Stats): boolean {
  const groupMay = (mode & 0o020) !== 0 && gid !== uid;
  return groupMay || (mode & 0o002) !== 0;
}

/** A directory where everyone may write, and only the owner of an entry may replace it. */
function isShared(stats: Stats): boolean {
  return stats.isDirectory() && (stats.mode & 0o1000) !== 0;
}

function partsOf(path: string): string[] {
  return path.split("/").filter((part) => part !== "");
}
