import {
  chownSync,
  lstatSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import type Conf from "conf";
import type { Held } from "../storage/lock/lock.js";

/** What is staged, and what conf writes before it becomes that. Version 0.1 named its process. */
const STAGED = /^\.(.+)\.[0-9a-f-]{36}\.staged(?:\.tmp-[0-9a-f]+)?$/;
const STAGED_EARLIER = /^\.carry-config\.\d+\.staged(?:\.tmp-[0-9a-f]+)?$/;

/** A write was cut short, and the system did not call that an error. */
export class PartialWriteError extends Error {
  override name = "PartialWriteError";
}

/** Returns the file that symbolic links lead to, also where it is not there yet: the links stay. */
export function targetOf(path: string): string {
  const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
  return isLink ? targetOf(resolve(dirname(path), readlinkSync(path))) : path;
}

/**
 * Replaces a file by a new one, or leaves it as it is. conf alone does not do that: it takes a write
 * that was cut short by a full disk for a whole one, and under the variable SNAP it writes in
 * place. So conf writes beside the file, and what it wrote is looked at before it is put in place.
 *
 * Whoever calls this has the lock, and has called `removeStaged` before it read the file. A process
 * that was stopped and has lost its lock then never overwrites what others wrote: either it finds
 * that out after it has staged its file, or the next holder has removed that file.
 * @throws {PartialWriteError} or what the system said
 * @throws {LostLockError} when another process has taken over the lock; the file is left as it is
 */
export function replaceFile(Store: typeof Conf, target: string, content: object, held: Held): void {
  const directory = dirname(target);
  const name = `.${basename(target)}.${held.token}`;
  const staged = join(directory, `${name}.staged`);
  const text = `${JSON.stringify(content, undefined, 2)}\n`;
  try {
    new Store<Record<string, unknown>>({
      cwd: directory,
      configName: name,
      fileExtension: "staged",
      configFileMode: 0o600,
      serialize: () => text,
    }).store = { ...content };
    if (readFileSync(staged, "utf8") !== text) {
      throw new PartialWriteError("the disk took only a part of it");
    }
    keepOwner(target, staged);
    held.assert();
    renameSync(staged, target);
  } catch (error) {
    for (const file of readdirSync(directory)) {
      if (file.startsWith(`${name}.staged`)) rmSync(join(directory, file), { force: true });
    }
    held.assert(); // the next holder has removed the staged file
    throw error;
  }
}

/**
 * Removes what was staged of a file by processes that did not put it in place: that were killed, or
 * have lost their lock. It may hold a key.
 * @throws {LostLockError} when what is there may be a later holder's; nothing is removed
 */
export function removeStaged(target: string, held: Held): void {
  const directory = dirname(target);
  const names = readdirSync(directory);
  held.assert();
  for (const name of names) {
    const isStaged = STAGED.exec(name)?.[1] === basename(target) || STAGED_EARLIER.test(name);
    if (isStaged) rmSync(join(directory, name), { force: true });
  }
}

/** Keeps the file that of the user, with sudo. */
function keepOwner(target: string, staged: string): void {
  const before = statSync(target, { throwIfNoEntry: false });
  if (before === undefined || process.geteuid?.() !== 0) return;
  chownSync(staged, before.uid, before.gid);
}
