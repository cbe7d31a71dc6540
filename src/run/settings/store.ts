import { existsSync, realpathSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname } from "node:path";
import type Conf from "conf";
import * as z from "zod/mini";
import { BOUNDS } from "../../base/bounds.js";
import { mapValues } from "../../base/collections.js";
import { orElse } from "../../base/functions.js";
import { codeOf, reasonOf, UnfitFileError } from "../../base/storage/errors.js";
import { type Held, withLock } from "../../base/storage/lock.js";
import { notByOthers, readText } from "../../base/storage/read-file.js";
import { makeDirectory, removeUnfinished, temporaryOf } from "../../base/storage/write-file.js";
import type { Io } from "../../base/terminal/io.js";
import { ConfigError } from "./errors.js";
import { isProfileName, SANDBOX_PROFILE } from "./profile-name.js";
import { SETTINGS } from "./table.js";

const text = z.optional(z.string());

/** A profile: every value as text, as it was set. */
const profile = z.looseObject({ "api-key": text, ...mapValues(SETTINGS, () => text) });

const name = z
  .string()
  .check(z.refine((it) => isProfileName(it) && it !== SANDBOX_PROFILE, "no name of a profile"));

/** The configuration file. A higher version comes from a later version of carry. */
const configFile = z.looseObject({
  version: z.literal(1),
  current: z.optional(name),
  profiles: z.record(name, profile),
});

export type ConfigFile = z.infer<typeof configFile>;

const EMPTY = '{"version":1,"profiles":{}}';
const FIX_HINT = "fix the file by hand, or move it away and log in again";

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
 * replaced atomically, and only its owner can access it.
 * @param change may be called more than once, each time with the current configuration
 * @returns what `change` returns; nothing is written when it throws
 * @throws {ConfigError} when the file cannot be read or written; it is left unchanged
 */
export async function updateConfig<T>(
  path: string,
  io: Pick<Io, "signal"> & { readonly clock: Pick<Io["clock"], "sleep"> },
  change: (config: ConfigFile) => T,
): Promise<T> {
  const before = readConfig(path);
  if (!existsSync(path)) change(before); // one that is refused creates nothing
  const { default: Store } = await import("conf");
  const target = orElse(() => realpathSync(path), path); // a link is kept
  writing(path, () => makeDirectory(dirname(target)));
  return withLock(`${target}.lock`, io, (held) =>
    writing(path, () => edit(Store, target, change, held)),
  );
}

/**
 * Changes the file with conf, or leaves it unchanged. conf alone does not ensure that: it does not notice a
 * write cut short by a full disk, and with the variable SNAP it writes in place. So conf reads and writes a
 * copy beside the file, which is checked before it is renamed.
 */
function edit<T>(
  Store: typeof Conf,
  target: string,
  change: (config: ConfigFile) => T,
  held: Held,
): T {
  removeUnfinished(target); // of killed processes: it may contain a key
  const staged = temporaryOf(target);
  const serialize = (config: ConfigFile) => `${JSON.stringify(config, undefined, 2)}\n`;
  try {
    writeFileSync(staged, read(target), { mode: 0o600, flag: "wx" });
    const conf = new Store<ConfigFile>({
      cwd: dirname(target),
      configName: basename(staged, ".tmp"),
      fileExtension: "tmp",
      configFileMode: 0o600,
      clearInvalidConfig: false,
      serialize,
      deserialize: (text) => parseConfig(target, text),
    });
    const config = conf.store;
    const result = change(config);
    conf.store = config;
    if (readText(staged, BOUNDS.file.configuration) !== serialize(config)) {
      throw new UnfitFileError("size", "only a part of it was written");
    }
    held.assert();
    renameSync(staged, target);
    return result;
  } finally {
    rmSync(staged, { force: true });
  }
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
    const isByOthers = error instanceof UnfitFileError && error.unfit === "trust";
    throw new ConfigError(
      `cannot read the configuration ${path}: ${reasonOf(error)}`,
      isByOthers
        ? "check its content, then close it to other users with chmod go-w, or take it over with chown"
        : "check the file, and CARRY_CONFIG_DIR if it is set",
      { cause: error },
    );
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

/** Parses the text of a configuration. @param path of the file, for errors */
function parseConfig(path: string, text: string): ConfigFile {
  let stored: unknown;
  try {
    stored = JSON.parse(text);
  } catch {
    // Without the cause: the message of a syntax error quotes the file, which may contain a key.
    throw new ConfigError(`cannot read the configuration ${path}: it is not JSON`, FIX_HINT);
  }
  const parsed = configFile.safeParse(stored);
  if (parsed.success) return parsed.data;
  const where = parsed.error.issues[0]?.path.join(".") || "the file";
  throw new ConfigError(
    `${path} is not a configuration of this version of carry: ${where} is not valid`,
    FIX_HINT,
  );
}
