import { chownSync, existsSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname } from "node:path";
import type Conf from "conf";
import * as z from "zod/mini";
import { BOUNDS } from "../../base/bounds.js";
import { mapValues } from "../../base/collections.js";
import { codeOf, reasonOf, UnfitFileError } from "../../base/storage/errors.js";
import { type Held, LostLockError, withLock } from "../../base/storage/lock.js";
import { notByOthers, readText } from "../../base/storage/read-file.js";
import { removeUnfinished, temporaryOf } from "../../base/storage/write-file.js";
import type { Io } from "../../base/terminal/io.js";
import { closeDirectory, isMissing, targetOf } from "./config-place.js";
import { ConfigError, UnreachableConfigError } from "./errors.js";
import { isProfileName, SANDBOX_PROFILE } from "./profile-name.js";
import { SETTINGS } from "./table.js";

const text = z.optional(z.string());

/** A profile: every value as text, as it was set. */
const profile = z.looseObject({ "api-key": text, ...mapValues(SETTINGS, () => text) });

/** The configuration file. A higher version comes from a later version of carry. */
const configFile = z.looseObject({
  version: z.literal(1),
  current: z.optional(z.string()),
  profiles: z.record(z.string(), profile),
});

export type ConfigFile = z.infer<typeof configFile>;

const EMPTY = '{"version":1,"profiles":{}}';
const READ_HINT = "check the file, and CARRY_CONFIG_DIR if it is set";
const FIX_HINT = "fix the file by hand, or move it away and log in again";

/** Maximum number of new attempts after a lost lock. */
const MAX_LOST = 5;

/**
 * Reads the configuration; empty when the file is missing. Creates nothing.
 * @throws {ConfigError} when the file cannot be read, is not JSON, has the wrong shape, comes from a later
 *   version, or may be another user's; the file is left unchanged
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
  io: Pick<Io, "signal"> & { readonly clock: Pick<Io["clock"], "sleep"> },
  change: (config: ConfigFile) => T,
  note: (text: string) => void = () => {},
): Promise<T> {
  // An invalid change is refused before anything is created.
  const before = readConfig(path);
  if (isMissing(path)) change(before);
  const { default: Store } = await import("conf");
  const directory = dirname(path);
  const closed = writing(directory, () => closeDirectory(directory));
  if (closed !== undefined) note(closed);
  const lock = `${targetOf(path)}.lock`;
  for (let lost = 0; ; lost++) {
    try {
      return await withLock(lock, io, (held) =>
        writing(path, () => edit(Store, path, change, held)),
      );
    } catch (error) {
      if (!(error instanceof LostLockError) || lost === MAX_LOST) throw error;
    }
  }
}

/**
 * Changes the file with conf, or leaves it unchanged. conf alone does not ensure that: it does not notice a
 * write cut short by a full disk, and with the variable SNAP it writes in place. So conf reads and writes a
 * copy beside the file, which is checked before it is renamed.
 *
 * A process that was stopped and has lost its lock never overwrites the work of others: either it notices
 * the loss before it renames the copy, or the next holder has removed that.
 */
function edit<T>(
  Store: typeof Conf,
  path: string,
  change: (config: ConfigFile) => T,
  held: Held,
): T {
  const target = targetOf(path);
  held.assert();
  removeUnfinished(target); // of killed processes: it may contain a key
  const staged = temporaryOf(target);
  const serialize = (config: ConfigFile) => `${JSON.stringify(config, undefined, 2)}\n`;
  try {
    writeFileSync(staged, read(path), { mode: 0o600, flag: "wx" });
    const conf = new Store<ConfigFile>({
      cwd: dirname(target),
      configName: basename(staged, ".tmp"),
      fileExtension: "tmp",
      configFileMode: 0o600,
      clearInvalidConfig: false,
      serialize,
      deserialize: (text) => parseConfig(path, text),
    });
    const config = conf.store;
    const result = change(config);
    conf.store = config;
    if (readText(staged, BOUNDS.file.configuration) !== serialize(config)) {
      throw new UnfitFileError("size", "only a part of it was written");
    }
    keepOwner(target, staged);
    held.assert();
    renameSync(staged, target);
    return result;
  } catch (error) {
    rmSync(staged, { force: true });
    held.assert(); // a later holder may have removed the copy
    throw error;
  }
}

/** Keeps the owner of the file when root replaces it, as with sudo. */
function keepOwner(target: string, staged: string): void {
  const before = statSync(target, { throwIfNoEntry: false });
  if (before === undefined || process.geteuid?.() !== 0) return;
  chownSync(staged, before.uid, before.gid);
}

/**
 * Reads the file without conf, which takes 50 ms to load, 7 ms as bundled, and makes a directory where
 * there is none. The file names a program to run and the service that receives the key, so no other user
 * may be able to change it.
 */
function read(path: string): string {
  try {
    return readText(path, BOUNDS.file.configuration, notByOthers) ?? EMPTY;
  } catch (error) {
    if (error instanceof UnfitFileError && error.unfit === "trust") {
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

/** Types of the schema in words; the only other check is that of the version. */
const WANTED: Readonly<Record<string, string>> = {
  string: "a text",
  object: "an object",
  record: "an object",
};

/** Parses the text of a configuration. @param path of the file, for errors */
function parseConfig(path: string, text: string): ConfigFile {
  const stored = parseJson(path, text);
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

/** Leaves out the cause of a syntax error: its message quotes the file, which may contain a key. */
function parseJson(path: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ConfigError(`cannot read the configuration ${path}: it is not JSON`, FIX_HINT);
  }
}
