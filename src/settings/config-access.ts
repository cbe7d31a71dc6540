import type { Messages } from "../output/text/messages.js";
import { configDirectory } from "../storage/places.js";
import type { Io } from "../terminal/io.js";
import type { ConfigFile } from "./config-file.js";

/** The configuration file of this command. */
export interface ConfigAccess {
  /** @throws {ConfigError} when the environment names no place for it */
  path(): Promise<string>;
  /**
   * Reads it anew; a file or directory that others may read is warned about. Without a home
   * directory there is none, which is an empty one.
   */
  read(): Promise<ConfigFile>;
  /**
   * Changes it while no other process does, and closes it to other users.
   * @param change may be called more than once, each time with the configuration as it is then
   */
  update<T>(change: (config: ConfigFile) => T): Promise<T>;
}

/** The module of the store is loaded on first use: it brings zod and conf. */
export function createConfigAccess(io: Io, messages: Messages): ConfigAccess {
  const loadStore = () => import("./store.js");
  const directory = configDirectory(io.env, process.platform);
  const path = async () => {
    const { configPath } = await loadStore();
    if (directory !== undefined) return configPath(directory);
    const { ConfigError } = await import("./errors.js");
    const name = process.platform === "win32" ? "APPDATA" : "HOME";
    throw new ConfigError(
      `there is no place for the configuration: ${name} is not set`,
      `set ${name}, or CARRY_CONFIG_DIR to a directory of your choice`,
    );
  };
  const warned = new Set<string>();
  const warnOnce = (fault: string) => {
    if (!warned.has(fault)) messages.warning(fault);
    warned.add(fault);
  };
  return {
    path,
    async read() {
      if (directory === undefined) {
        messages.detail("no home directory is set, so no configuration is read");
        return { version: 1, profiles: {} };
      }
      const [store, { modeFaults }] = await Promise.all([loadStore(), import("./modes.js")]);
      const file = await path();
      const config = store.readConfig(file);
      if (Object.keys(config.profiles).length > 0) modeFaults(file).forEach(warnOnce);
      return config;
    },
    async update(change) {
      const { updateConfig } = await loadStore();
      const clock = { ...io.clock, random: io.random, signal: io.signal };
      return updateConfig(await path(), clock, change, messages.note);
    },
  };
}
