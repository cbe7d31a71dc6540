import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { BOUNDS } from "../base/bounds.js";
import { type Held, type LockClock, LostLockError, withLock } from "../storage/lock/lock.js";
import { NOT_BY_OTHERS, readRegular } from "../storage/regular-file.js";
import { codeOf, reasonOf, UnfitFileError } from "../storage/system-error.js";
import { type ConfigFile, parseConfig } from "./config-file.js";
import { isMissing } from "./config-path.js";
import { ConfigError, UnreachableConfigError } from "./errors.js";
import { closeDirectory } from "./modes.js";
import { editFile, removeStaged, targetOf } from "./replace.js";

const EMPTY = '{"version":1,"profiles":{}}';
const READ_HINT = "check the file, and CARRY_CONFIG_DIR if it is set";

/** Maximum number of new attempts after a lost lock; losing it takes 10 seconds each time. */
const MAX_LOST = 5;

/**
 * Reads the configuration; empty when the file is missing. Creates nothing.
 * @throws {ConfigError} when the file cannot be read, is not JSON, has the wrong shape or comes from
 *   a later version; the file is left unchanged
 */
export function readConfig(path: string): ConfigFile {
  return parseConfig(path, read(path));
}

/**
 * Changes the configuration under a lock: reads it, calls `change` and writes it. The file is
 * replaced atomically; only its owner can access it and its directory. When another process takes
 * over the lock because this one was stopped, nothing is written and everything is done again.
 * @param change may be called more than once, each time with the current configuration
 * @param note receives a sentence about a change of the directory's mode
 * @returns what `change` returns; nothing is written when it throws
 * @throws {ConfigError} when the file cannot be read or written; it is left unchanged
 */
export async function updateConfig<T>(
  path: string,
  clock: LockClock,
  change: (config: ConfigFile) => T,
  note: (text: string) => void = () => {},
): Promise<T> {
  // An invalid change is refused before anything is created.
  const before = readConfig(path);
  if (isMissing(path)) change(before);
  const directory = dirname(path);
  const { default: Store } = await import("conf");
  const closed = writing(directory, () => closeDirectory(directory));
  if (closed !== undefined) note(closed);
  const target = targetOf(path);
  const update = (held: Held) => {
    writing(path, () => removeStaged(target, held));
    const place = { path, target, text: read(path) };
    return writing(path, () => editFile(Store, place, change, held));
  };
  for (let lost = 0; ; lost++) {
    try {
      return await withLock(`${target}.lock`, clock, update);
    } catch (error) {
      if (!(error instanceof LostLockError) || lost === MAX_LOST) throw error;
    }
  }
}

/**
 * Reads the file without conf, which takes 50 ms to load, 7 ms as bundled, and makes a directory where
 * there is none. The file names a program to run and the service that receives the key, so no other user
 * may be able to change it.
 * @throws {ConfigError}
 */
function read(path: string): string {
  try {
    return readRegular(path, NOT_BY_OTHERS, BOUNDS.file.configuration) ?? EMPTY;
  } catch (error) {
    const unfit = error instanceof UnfitFileError ? error.unfit : undefined;
    if (unfit === "trust") {
      throw new ConfigError(
        `the configuration ${path} is not read: ${reasonOf(error)}`,
        "check its content, then close it to other users with chmod go-w, or take it over with chown",
      );
    }
    const Failure = existsSync(path) ? ConfigError : UnreachableConfigError;
    const message = `cannot read the configuration ${path}: ${reasonOf(error)}`;
    throw new Failure(message, READ_HINT, { cause: error });
  }
}

/** @throws {ConfigError} for an error of the system, and for a file that cannot be used */
function writing<T>(path: string, write: () => T): T {
  try {
    return write();
  } catch (error) {
    if (codeOf(error) === undefined && !(error instanceof UnfitFileError)) throw error;
    throw new ConfigError(
      `cannot write the configuration ${path}: ${reasonOf(error)}`,
      "check the free space and the permissions of its directory",
      { cause: error },
    );
  }
}
