import { readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import type Conf from "conf";
import { ConfigError } from "./errors.js";
import { type LockClock, withLock } from "./lock.js";
import { closeDirectory } from "./modes.js";
import { type ConfigFile, configFile } from "./profile.js";
import { codeOf, reasonOf } from "./system-error.js";

const MEND_HINT = "mend the file by hand, or move it away and log in again";

/** Where the configuration file is in a directory. */
export function configPath(directory: string): string {
  return join(directory, "config.json");
}

/**
 * Reads the configuration; a file that is not there is an empty one, and nothing is created.
 * @throws {ConfigError} when it cannot be read, is no JSON, has the wrong shape or is from a later
 *   version; the file is left as it is
 */
export function readConfig(path: string): ConfigFile {
  if (!isThere(path)) return { version: 1, profiles: {} };
  const stored = readJson(path);
  const { version } = (stored ?? {}) as { version?: unknown };
  if (typeof version === "number" && version > 1) {
    throw new ConfigError(
      `${path} was written by a later version of carry (its format is ${version}, this one reads 1)`,
      "update carry",
    );
  }
  const parsed = configFile.safeParse(stored);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new ConfigError(
    `${path} is not a configuration of carry: ${issue?.path.join(".") || "the file"}: ${issue?.message ?? "wrong shape"}`,
    MEND_HINT,
  );
}

/**
 * Changes the configuration: reads it, lets `change` work on it and writes it, while no other
 * process does the same. The file is replaced as a whole and is for its owner alone, as is its
 * directory.
 * @param change may be called twice, each time with a configuration of its own
 * @returns what `change` returns; nothing is written when it throws
 * @throws {ConfigError} when the file cannot be read or written; it is left as it was
 */
export async function updateConfig<T>(
  path: string,
  clock: LockClock,
  change: (config: ConfigFile) => T,
): Promise<T> {
  // What is refused is refused before anything is made.
  const before = readConfig(path);
  if (!isThere(path)) change(before);
  const directory = dirname(path);
  const { default: Store } = await import("conf");
  writing(directory, () => closeDirectory(directory));
  return withLock(`${path}.lock`, clock, () => {
    const config = readConfig(path);
    const result = change(config);
    writing(path, () => {
      openStore(Store, path).store = { ...config };
    });
    return result;
  });
}

/** False when there is no such file; a file that cannot be looked at is there. */
function isThere(path: string): boolean {
  try {
    statSync(path);
    return true;
  } catch (error) {
    if (codeOf(error) === "ENOENT") return false;
    throw cannotRead(path, error);
  }
}

/** Not with conf, which makes the directory of a file that is not there, and takes time to load. */
function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    throw cannotRead(path, error);
  }
}

/** A syntax error is no cause to pass on: its message quotes the file, which may hold a key. */
function cannotRead(path: string, error: unknown): ConfigError {
  const isSyntax = error instanceof SyntaxError;
  const reason = isSyntax ? "it is not JSON" : reasonOf(error);
  return new ConfigError(
    `cannot read the configuration ${path}: ${reason}`,
    isSyntax ? MEND_HINT : "check the file, and CARRY_CONFIG_DIR where it is set",
    isSyntax ? undefined : { cause: error },
  );
}

function writing(path: string, write: () => void): void {
  try {
    write();
  } catch (error) {
    throw new ConfigError(
      `cannot write the configuration ${path}: ${reasonOf(error)}`,
      "check that there is room, and who may write there",
      { cause: error },
    );
  }
}

/** conf, told never to clear a file that it cannot parse. */
function openStore(Store: typeof Conf, path: string): Conf<Record<string, unknown>> {
  return new Store({
    cwd: dirname(path),
    configName: "config",
    fileExtension: "json",
    clearInvalidConfig: false,
    accessPropertiesByDotNotation: false,
    configFileMode: 0o600,
  });
}
