import { existsSync } from "node:fs";
import { join } from "node:path";
import Conf from "conf";
import { ConfigError } from "./errors.js";
import { type ConfigFile, configFile } from "./profile.js";

const EMPTY: ConfigFile = { version: 1, profiles: {} };

/** Where the configuration file is in a directory. */
export function configPath(directory: string): string {
  return join(directory, "config.json");
}

/**
 * Reads the configuration; a file that is not there is an empty one, and nothing is created.
 * @throws {ConfigError} when it cannot be read, is no JSON, has the wrong shape or is from a later
 *   version; the file is left as it is
 */
export function readConfig(directory: string): ConfigFile {
  const path = configPath(directory);
  if (!existsSync(path)) return EMPTY;
  const stored = readStore(directory, path);
  const version = (stored as { version?: unknown }).version;
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
    "mend the file by hand, or move it away and log in again",
  );
}

function readStore(directory: string, path: string): unknown {
  try {
    return { ...openStore(directory).store };
  } catch (error) {
    const reason = error instanceof SyntaxError ? "it is not JSON" : (error as Error).message;
    throw new ConfigError(
      `cannot read the configuration ${path}: ${reason}`,
      "mend the file by hand, or move it away and log in again",
      { cause: error },
    );
  }
}

/** conf, told never to clear a file that it cannot parse. */
function openStore(directory: string): Conf<Record<string, unknown>> {
  return new Conf({
    cwd: directory,
    configName: "config",
    fileExtension: "json",
    clearInvalidConfig: false,
    accessPropertiesByDotNotation: false,
    configFileMode: 0o600,
  });
}
