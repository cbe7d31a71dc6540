import { configDirectory } from "./config/directory.js";
import type { ConfigFile } from "./config/profile.js";
import type { Messages } from "./output/messages.js";
import type { Io } from "./terminal/io.js";

/** The configuration file of this command. */
export interface ConfigAccess {
  /** @throws {ConfigError} when the environment names no place for it */
  path(): Promise<string>;
  /** Reads it anew; a file or directory that others may read is warned about. */
  read(): Promise<ConfigFile>;
  /** Changes it while no other process does, and closes it to other users. */
  update<T>(change: (config: ConfigFile) => T): Promise<T>;
}

/** The module of the store is loaded on first use: it brings zod and conf. */
export function createConfigAccess(io: Io, messages: Messages): ConfigAccess {
  const loadStore = () => import("./config/store.js");
  const path = async () =>
    (await loadStore()).configPath(configDirectory(io.env, process.platform));
  const warned = new Set<string>();
  const warnOnce = (fault: string) => {
    if (!warned.has(fault)) messages.warning(fault);
    warned.add(fault);
  };
  return {
    path,
    async read() {
      const [store, { modeFaults }] = await Promise.all([loadStore(), import("./config/modes.js")]);
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
