import { chmodSync, type Stats, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { makeDirectory } from "../storage/make-directory.js";

const FILE_MODE = 0o600;
const DIRECTORY_MODE = 0o700;

/** Describes permissions of the configuration that are too open, a sentence each; none on Windows. */
export function modeFaults(path: string): string[] {
  if (process.platform === "win32") return [];
  return [modeFault(dirname(path), DIRECTORY_MODE), modeFault(path, FILE_MODE)].filter(
    (fault) => fault !== undefined,
  );
}

/** Returns the permissions of a file or directory, such as `0600`; undefined when it is missing. */
export function modeOf(path: string): string | undefined {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats && octal(stats);
}

/**
 * Creates the directory (mode 0700), or closes an existing one to other users.
 * @returns a sentence about the change of an existing directory; undefined without a change
 */
export function closeDirectory(directory: string): string | undefined {
  const made = makeDirectory(directory, DIRECTORY_MODE);
  const stats = statSync(directory);
  if (!isOpen(stats) || !isOwn(directory, stats)) return undefined;
  chmodSync(directory, DIRECTORY_MODE);
  if (made) return undefined;
  return `closed ${directory} to other users: its mode was ${octal(stats)} and is now 0${DIRECTORY_MODE.toString(8)}`;
}

function modeFault(path: string, wanted: number): string | undefined {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined || !isOpen(stats)) return undefined;
  return `${path} is open to other users (its mode is ${octal(stats)}): close it with chmod ${wanted.toString(8)}, or with the next \`carry profile set\``;
}

function isOpen({ mode }: Stats): boolean {
  return process.platform !== "win32" && (mode & 0o077) !== 0;
}

/** Reports whether a directory is the user's own; closing /tmp or / would lock other users out. */
function isOwn(directory: string, stats: Stats): boolean {
  const isSticky = (stats.mode & 0o1000) !== 0;
  const path = resolve(directory);
  return !isSticky && path !== dirname(path) && stats.uid === process.geteuid?.();
}

function octal({ mode }: Stats): string {
  return (mode & 0o7777).toString(8).padStart(4, "0");
}
