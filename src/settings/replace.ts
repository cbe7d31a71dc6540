import {
  chownSync,
  lstatSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import type Conf from "conf";
import type { Held } from "../storage/lock/lock.js";
import { NOT_BY_OTHERS, readRegular } from "../storage/regular-file.js";
import { UnfitFileError } from "../storage/system-error.js";
import { type ConfigFile, parseConfig } from "./config-file.js";

/** Matches staged files and conf's temporary ones. */
const STAGED = /^\.(.+)\.[0-9a-f-]{36}\.staged(?:\.tmp-[0-9a-f]+)?$/;

/** Follows symbolic links to a file, which need not exist yet, so that the links are kept. */
export function targetOf(path: string): string {
  const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
  return isLink ? targetOf(resolve(dirname(path), readlinkSync(path))) : path;
}

/**
 * Changes a file with conf, or leaves it unchanged. conf alone does not ensure that: it does not notice
 * a write cut short by a full disk, and with the variable SNAP it writes in place. So conf reads and
 * writes a copy, the staged file, which is checked before it is renamed.
 *
 * The caller holds the lock, and has called `removeStaged` before it read the file. A process that
 * was stopped and has lost its lock then never overwrites the work of others: either it notices the
 * loss after staging its file, or the next holder has removed that file.
 * @param path for errors; `target` is the file that it leads to, and `text` what that contains
 * @returns what `change` returns
 * @throws {ConfigError} {@link UnfitFileError}, the system's error, or what `change` throws
 * @throws {LostLockError} when another process has taken over the lock; the file is unchanged
 */
export function editFile<T>(
  Store: typeof Conf,
  { path, target, text }: Readonly<Record<"path" | "target" | "text", string>>,
  change: (config: ConfigFile) => T,
  held: Held,
): T {
  const directory = dirname(target);
  const name = `.${basename(target)}.${held.token}`;
  const staged = join(directory, `${name}.staged`);
  const serialize = (config: ConfigFile) => `${JSON.stringify(config, undefined, 2)}\n`;
  try {
    writeFileSync(staged, text, { mode: 0o600, flag: "wx" });
    const conf = new Store<ConfigFile>({
      cwd: directory,
      configName: name,
      fileExtension: "staged",
      configFileMode: 0o600,
      clearInvalidConfig: false,
      serialize,
      deserialize: (text) => parseConfig(path, text),
    });
    const config = conf.store;
    const result = change(config);
    conf.store = config;
    const wanted = serialize(config);
    if (readRegular(staged, NOT_BY_OTHERS, wanted.length * 4) !== wanted) {
      throw new UnfitFileError("size", "only a part of it was written");
    }
    keepOwner(target, staged);
    held.assert();
    renameSync(staged, target);
    return result;
  } catch (error) {
    for (const file of readdirSync(directory)) {
      if (file.startsWith(`${name}.staged`)) rmSync(join(directory, file), { force: true });
    }
    held.assert(); // a later holder may have removed the staged file
    throw error;
  }
}

/**
 * Removes staged files, which may contain a key, of processes that were killed or lost their lock.
 * @throws {LostLockError} when they may belong to a later holder; nothing is removed
 */
export function removeStaged(target: string, held: Held): void {
  const directory = dirname(target);
  const names = readdirSync(directory);
  held.assert();
  for (const name of names) {
    if (STAGED.exec(name)?.[1] === basename(target)) {
      rmSync(join(directory, name), { force: true });
    }
  }
}

/** Keeps the owner of the file when root replaces it, as with sudo. */
function keepOwner(target: string, staged: string): void {
  const before = statSync(target, { throwIfNoEntry: false });
  if (before === undefined || process.geteuid?.() !== 0) return;
  chownSync(staged, before.uid, before.gid);
}
