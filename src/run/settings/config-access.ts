import { type Stats, statSync } from "node:fs";
import { join } from "node:path";
import { codeOf } from "../../base/storage/errors.js";
import { configDirectory } from "../../base/storage/places.js";
import type { Io } from "../../base/terminal/io.js";
import type { Messages } from "../../output/text/messages.js";
import type { ConfigFile } from "./store.js";

/** Access to the configuration file of this command. */
export type ConfigAccess = ReturnType<typeof createConfigAccess>;

/** Loads the module of the store on first use, since it loads zod and conf. */
export function createConfigAccess(io: Io, messages: Messages) {
  const directory = configDirectory(io.env, process.platform);
  const known = directory && join(directory, "config.json");
  let hasWarned = false;
  const path = async (): Promise<string> => {
    if (known !== undefined) return known;
    const { ConfigError } = await import("./errors.js");
    const name = process.platform === "win32" ? "APPDATA" : "HOME";
    throw new ConfigError(
      `the configuration has no directory: ${name} is not set`,
      `set ${name}, or set CARRY_CONFIG_DIR to a directory`,
    );
  };
  return {
    /** Returns the path of the file. @throws {ConfigError} when there is no home directory */
    path,
    /**
     * Reads the file again; warns of one that other users can read. Returns an empty configuration when
     * there is none, nor a home directory for it.
     * @throws {ConfigError} when it cannot be read
     */
    async read(): Promise<ConfigFile> {
      if (known === undefined) {
        messages.detail("no home directory is set, so no configuration is read");
        return { version: 1, profiles: {} };
      }
      if (isMissing(known)) return { version: 1, profiles: {} }; // without zod
      const { readConfig } = await import("./store.js");
      const config = readConfig(known);
      const open = Object.keys(config.profiles).length > 0 ? modeFault(known) : undefined;
      if (open !== undefined && !hasWarned) messages.warning("PERMISSIONS", open);
      hasWarned ||= open !== undefined;
      return config;
    },
    /** Changes the file under a lock, and closes it to other users. */
    async update<T>(change: (config: ConfigFile) => T): Promise<T> {
      const { updateConfig } = await import("./store.js");
      return updateConfig(await path(), io, change);
    },
  };
}

/** Reports whether there is no file, nor a directory for it; false if that cannot be determined. */
function isMissing(path: string): boolean {
  try {
    statSync(path);
    return false;
  } catch (error) {
    return ["ENOENT", "ENOTDIR"].includes(codeOf(error) ?? "");
  }
}

/** Describes permissions of the configuration that are too open; never on Windows. */
export function modeFault(path: string): string | undefined {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined || process.platform === "win32" || (stats.mode & 0o077) === 0) return;
  return `${path} is open to other users (its mode is ${octal(stats)}): close it with chmod 600, or with the next \`carry profile set\``;
}

/** Returns the permissions of a file, such as `0600`; undefined when it is missing. */
export function modeOf(path: string): string | undefined {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats && octal(stats);
}

function octal({ mode }: Stats): string {
  return (mode & 0o7777).toString(8).padStart(4, "0");
}
