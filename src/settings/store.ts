import { statSync } from "node:fs";
import { dirname } from "node:path";
import { BOUNDS } from "../base/bounds.js";
import { StorageError } from "../storage/errors.js";
import { type Held, type LockClock, LostLockError, withLock } from "../storage/lock/lock.js";
import { NOT_BY_OTHERS, readRegular } from "../storage/regular-file.js";
import { reasonOf, UnfitFileError } from "../storage/system-error.js";
import { type ConfigFile, configFile } from "./config-file.js";
import { isMissing } from "./config-path.js";
import { ConfigError, UnreachableConfigError } from "./errors.js";
import { closeDirectory } from "./modes.js";
import { isProfileName, SANDBOX_PROFILE } from "./profile-name.js";
import { PartialWriteError, removeStaged, replaceFile, targetOf } from "./replace.js";

const FIX_HINT = "fix the file by hand, or move it away and log in again";
const READ_HINT = "check the file, and CARRY_CONFIG_DIR if it is set";

/** Maximum number of new attempts after a lost lock; losing it takes 10 seconds each time. */
const MAX_LOST = 5;

/** Types of the schema in words; the only other check is that of the version. */
const WANTED: Readonly<Record<string, string>> = {
  string: "a text",
  object: "an object",
  record: "an object",
};

/**
 * Reads the configuration; empty when the file is missing. Creates nothing.
 * @throws {ConfigError} when the file cannot be read, is not JSON, has the wrong shape or comes from
 *   a later version; the file is left unchanged
 */
export function readConfig(path: string): ConfigFile {
  const text = read(path);
  if (text === undefined) return { version: 1, profiles: {} };
  const stored = parse(path, text);
  const { version } = (stored ?? {}) as { version?: unknown };
  if (typeof version === "number" && version > 1) {
    throw new ConfigError(
      `${path} was written by a later version of carry (its format is ${version}, this one reads 1)`,
      "update carry",
    );
  }
  const parsed = configFile.safeParse(stored);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    const wanted = issue?.code === "invalid_type" ? WANTED[issue.expected] : "1";
    throw wrongShape(path, issue?.path.join(".") || "the file", `it is not ${wanted}`);
  }
  for (const name of Object.keys((stored as ConfigFile).profiles)) {
    checkName(path, `profiles.${name}`, name);
  }
  if (parsed.data.current !== undefined) checkName(path, "current", parsed.data.current);
  return parsed.data;
}

function checkName(path: string, where: string, name: string): void {
  if (name === SANDBOX_PROFILE) throw wrongShape(path, where, 'the profile "sandbox" is built in');
  if (!isProfileName(name)) throw wrongShape(path, where, "it is not a valid profile name");
}

function wrongShape(path: string, where: string, fault: string): ConfigError {
  return new ConfigError(`${path} is not a configuration of carry: ${where}: ${fault}`, FIX_HINT);
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
    const config = readConfig(path);
    const result = change(config);
    writing(path, () => replaceFile(Store, target, config, held));
    return result;
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
 * Reads the file without conf, which creates the directory of a missing file and loads slowly. It names
 * a program to run and the service that receives the key, so no other user may be able to change it.
 * @throws {ConfigError}
 */
function read(path: string): string | undefined {
  try {
    return readRegular(path, NOT_BY_OTHERS, BOUNDS.file.configuration);
  } catch (error) {
    const unfit = error instanceof UnfitFileError ? error.unfit : undefined;
    if (unfit === "trust") {
      throw new ConfigError(
        `the configuration ${path} is not read: ${reasonOf(error)}`,
        "check its content, then close it to other users with chmod go-w, or take it over with chown",
      );
    }
    const Failure = isReachable(path) ? ConfigError : UnreachableConfigError;
    const message = `cannot read the configuration ${path}: ${reasonOf(error)}`;
    throw new Failure(message, READ_HINT, { cause: error });
  }
}

function isReachable(path: string): boolean {
  try {
    statSync(path);
    return true;
  } catch {
    return false;
  }
}

/** Leaves out the cause of a syntax error: its message quotes the file, which may contain a key. */
function parse(path: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ConfigError(`cannot read the configuration ${path}: it is not JSON`, FIX_HINT);
  }
}

function writing<T>(path: string, write: () => T): T {
  try {
    return write();
  } catch (error) {
    if (error instanceof StorageError) throw error;
    const reason = error instanceof PartialWriteError ? error.message : reasonOf(error);
    throw new ConfigError(
      `cannot write the configuration ${path}: ${reason}`,
      "check the free space and the permissions of its directory",
      { cause: error },
    );
  }
}
