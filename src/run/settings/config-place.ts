import { chmodSync, lstatSync, readlinkSync, type Stats, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { codeOf } from "../../base/storage/errors.js";
import { makeDirectory } from "../../base/storage/write-file.js";

/** Reports whether there is no file; false if that cannot be determined. */
export function isMissing(path: string): boolean {
  try {
    statSync(path);
    return false;
  } catch (error) {
    return codeOf(error) === "ENOENT";
  }
}

/** Follows symbolic links to a file, which need not exist yet, so that the links are kept. */
export function targetOf(path: string): string {
  const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
  return isLink ? targetOf(resolve(dirname(path), readlinkSync(path))) : path;
}

/** Describes permissions of the configuration that are too open, a sentence each; none on Windows. */
export function modeFaults(path: string): string[] {
  return [modeFault(dirname(path), "700"), modeFault(path, "600")].filter(
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
  if (makeDirectory(directory)) return undefined;
  const stats = statSync(directory);
  if (!isOpen(stats) || !isOwn(directory, stats)) return undefined;
  chmodSync(directory, 0o700);
  return `closed ${directory} to other users: its mode was ${octal(stats)} and is now 0700`;
}

function modeFault(path: string, wanted: string): string | undefined {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined || !isOpen(stats)) return undefined;
  return `${path} is open to other users (its mode is ${octal(stats)}): close it with chmod ${wanted}, or with the next \`carry profile set\``;
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
