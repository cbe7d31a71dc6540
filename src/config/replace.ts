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
import { dirname, join, resolve } from "node:path";
import type Conf from "conf";

/** What a new file is called until it takes the place of the old one, with conf's own ending. */
const STAGED = /^\.carry-config\.\d+\.staged(\.tmp-[0-9a-f]+)?$/;

/** A write was cut short, and the system did not call that an error. */
export class PartialWriteError extends Error {
  override name = "PartialWriteError";
}

/**
 * Replaces a file by a new one, or leaves it as it is. conf alone does not do that: it takes a write
 * that was cut short by a full disk for a whole one, and under the variable SNAP it writes in
 * place. So conf writes beside the file, and what it wrote is looked at before it is put in place.
 * Whoever calls this holds the lock.
 * @throws {PartialWriteError} or what the system said
 */
export function replaceFile(Store: typeof Conf, path: string, content: object): void {
  const target = targetOf(path);
  const directory = dirname(target);
  const name = `.carry-config.${process.pid}`;
  const staged = join(directory, `${name}.staged`);
  const text = `${JSON.stringify(content, undefined, 2)}\n`;
  removeStaged(directory); // of a process that was killed
  try {
    new Store<Record<string, unknown>>({
      cwd: directory,
      configName: name,
      fileExtension: "staged",
      clearInvalidConfig: false,
      accessPropertiesByDotNotation: false,
      configFileMode: 0o600,
      serialize: () => text,
    }).store = { ...content };
    if (readFileSync(staged, "utf8") !== text) {
      throw new PartialWriteError("the disk took only a part of it");
    }
    keepOwner(target, staged);
    renameSync(staged, target);
  } finally {
    removeStaged(directory);
  }
}

/** The file that symbolic links lead to, also where it is not there yet: the links stay. */
function targetOf(path: string): string {
  const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
  return isLink ? targetOf(resolve(dirname(path), readlinkSync(path))) : path;
}

/** With sudo, the file stays that of the user. */
function keepOwner(target: string, staged: string): void {
  const before = statSync(target, { throwIfNoEntry: false });
  if (before === undefined || process.geteuid?.() !== 0) return;
  chownSync(staged, before.uid, before.gid);
}

/** The staged file, and what conf writes before it becomes that. */
function removeStaged(directory: string): void {
  for (const name of readdirSync(directory)) {
    if (STAGED.test(name)) rmSync(join(directory, name), { force: true });
  }
}
