import { join } from "node:path";
import { configDirectory } from "../../base/storage/places.js";
import type { Io } from "../../base/terminal/io.js";
import type { Messages } from "../../output/text/messages.js";
import { isMissing, modeFaults } from "./config-place.js";
import type { ConfigFile } from "./store.js";

/** Access to the configuration file of this command. */
export interface ConfigAccess {
  /** Returns the path of the file. @throws {ConfigError} when there is no home directory */
  path(): Promise<string>;
  /**
   * Reads the file again; warns about a file or directory that other users can read. Returns an
   * empty configuration when there is no home directory.
   */
  read(): Promise<ConfigFile>;
  /**
   * Changes the file under a lock, and closes it to other users.
   * @param change may be called more than once, each time with the current configuration
   */
  update<T>(change: (config: ConfigFile) => T): Promise<T>;
}

/** Loads the module of the store on first use, since it loads zod and conf. */
export function createConfigAccess(io: Io, messages: Messages): ConfigAccess {
  const loadStore = () => import("./store.js");
  const directory = configDirectory(io.env, process.platform);
  const known = directory && join(directory, "config.json");
  const path = async () => {
    if (known !== undefined) return known;
    const { ConfigError } = await import("./errors.js");
    const name = process.platform === "win32" ? "APPDATA" : "HOME";
    throw new ConfigError(
      `the configuration has no directory: ${name} is not set`,
      `set ${name}, or set CARRY_CONFIG_DIR to a directory`,
    );
  };
  const warned = new Set<string>();
  const warnOnce = (fault: string) => {
    if (!warned.has(fault)) messages.warning("PERMISSIONS", fault);
    warned.add(fault);
  };
  return {
    path,
    async read() {
      if (known === undefined) {
        messages.detail("no home directory is set, so no configuration is read");
        return { version: 1, profiles: {} };
      }
      if (isMissing(known)) return { version: 1, profiles: {} }; // without zod
      const { readConfig } = await loadStore();
      const config = readConfig(known);
      if (Object.keys(config.profiles).length > 0) modeFaults(known).forEach(warnOnce);
      return config;
    },
    async update(change) {
      const { updateConfig } = await loadStore();
      return updateConfig(await path(), io, change, (text) => messages.note("PERMISSIONS", text));
    },
  };
}
